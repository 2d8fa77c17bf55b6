import type { ReactNode } from "react";
import { QueueCount } from "#app/features/backoffice/work/queue-counts.client.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import { MenuPanel } from "#app/ui/menu.tsx";
import type { StaffRole } from "#db/schema/attributes.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import css from "./navigation.module.css";
import { groupsOf, pagesOf, queueCounts, type StaffPageLink } from "./pages.ts";
import { WORDS } from "./words.ts";

/** They lead to a page for each member, site or webhook. */
const WITH_PAGES = ["/staff/members", "/staff/sites", "/staff/webhooks"];
/** Pages that fit in a row of a desktop's window. */
const ONE_ROW = 12;
const words = WORDS.groups;

/** Whether the present page is this one, or belongs to it. */
export function isHere(href: string): boolean {
  const { pathname } = staffEdge().url;
  return pathname === href || (WITH_PAGES.includes(href) && pathname.startsWith(`${href}/`));
}

type Counts = Awaited<ReturnType<typeof queueCounts>>;

/** A row where the pages fit in one, a row of menus for more, and one menu on a phone. Works without scripts. */
export async function Navigation({ role }: { role: StaffRole }) {
  const counts = await queueCounts();
  const [pages, groups] = [pagesOf(role), groupsOf(role)];
  const isFlat = pages.length <= ONE_ROW;
  return (
    <nav aria-label={WORDS.nav} className={cx(css.pages, isFlat && css.flat)}>
      <ul className={cx("plain", css.row)}>
        {isFlat
          ? pages.map((page) => <Entry counts={counts} key={page.href} page={page} />)
          : groups.map(({ group, pages: inside }) =>
              inside.length === 1 ? (
                inside.map((page) => <Entry counts={counts} key={page.href} page={page} />)
              ) : (
                <li key={group}>
                  <Group counts={counts} id={`pages-${group}`} label={words[group]} pages={inside}>
                    <ul className="plain">
                      {inside.map((page) => (
                        <Entry counts={counts} key={page.href} page={page} />
                      ))}
                    </ul>
                  </Group>
                </li>
              ),
            )}
      </ul>
      <div className={css.all}>
        <Group counts={counts} id="pages-all" label={words.all} pages={pages}>
          {groups.map(({ group, pages: inside }) => (
            <section aria-label={words[group]} key={group}>
              {inside.length > 1 && <p className={css.title}>{words[group]}</p>}
              <ul className="plain">
                {inside.map((page) => (
                  <Entry counts={counts} key={page.href} page={page} />
                ))}
              </ul>
            </section>
          ))}
        </Group>
      </div>
    </nav>
  );
}

interface GroupProps {
  id: string;
  label: string;
  pages: readonly StaffPageLink[];
  counts: Counts;
  children: ReactNode;
}

function Group({ id, label, pages, counts, children }: GroupProps) {
  const here = pages.find(({ href }) => isHere(href));
  return (
    <>
      <button className={css.group} data-here={here ? "" : undefined} popoverTarget={id} type="button">
        <span>
          {label}
          {here && <span className="visually-hidden">{words.here(here.label)}</span>}
        </span>
        <Waiting counts={counts} pages={pages} />
        <Icon name="chevron-down" size="s" />
      </button>
      <MenuPanel className={css.panel} id={id}>
        {children}
      </MenuPanel>
    </>
  );
}

function Entry({ page, counts }: { page: StaffPageLink; counts: Counts }) {
  return (
    <li>
      <a aria-current={isHere(page.href) ? "page" : undefined} href={page.href}>
        {page.label}
        <Waiting counts={counts} pages={[page]} />
      </a>
    </li>
  );
}

/** What waits in the queues among these pages. */
function Waiting({ pages, counts }: { pages: readonly StaffPageLink[]; counts: Counts }) {
  const queues = counts.filter(({ kind }) => pages.some((page) => page.kind === kind));
  if (queues.length === 0) return null;
  return (
    <QueueCount
      initial={Object.fromEntries(queues.map(({ kind, waiting }) => [kind, waiting]))}
      label={WORDS.clock.waiting}
      late={queues.some(({ overdue }) => overdue > 0)}
    />
  );
}
