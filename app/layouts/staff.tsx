import { OWN_ACCOUNT, pagesOf, queueCounts } from "#app/features/backoffice/staff/pages.ts";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { PageSearch } from "#app/features/backoffice/support/page-search.tsx";
import { QueueCount } from "#app/features/backoffice/work/queue-counts.client.tsx";
import { Outlet } from "#app/page/outlet.client.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { cx } from "#app/ui/cx.ts";
import { Menu, MenuButton, MenuLink, MenuSeparator } from "#app/ui/menu.tsx";
import { type StaffEdge, staffEdge } from "#worker/server/edge/edge.ts";

export function ServerComponent() {
  const { viewer } = staffEdge();
  return (
    <>
      <a className="skip-link" href="#main">
        {WORDS.skip}
      </a>
      {viewer && <Bar viewer={viewer} />}
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

/** They lead to a page for each member or site. */
const WITH_PAGES = ["/staff/members", "/staff/sites"];

/** Pages that fit in a row of a desktop's window. */
const ONE_ROW = 12;

/** The pages of one's role with what waits in the queues, and one's account. */
async function Bar({ viewer }: { viewer: NonNullable<StaffEdge["viewer"]> }) {
  const { url } = staffEdge();
  const counts = await queueCounts();
  const pages = pagesOf(viewer.role);
  const isHere = (href: string) => url.pathname === href || (WITH_PAGES.includes(href) && url.pathname.startsWith(`${href}/`));
  return (
    <header className={css.bar}>
      <nav aria-label={WORDS.nav} className={cx(css.pages, pages.length > ONE_ROW && css.many)}>
        <ul className="plain">
          {pages.map(({ href, label, kind }) => {
            const queue = counts.find((one) => one.kind === kind);
            return (
              <li key={href}>
                <a aria-current={isHere(href) ? "page" : undefined} href={href}>
                  {label}
                  {queue && (
                    <QueueCount initial={queue.waiting} kind={queue.kind} label={WORDS.clock.waiting} late={queue.overdue > 0} />
                  )}
                </a>
              </li>
            );
          })}
        </ul>
      </nav>
      <div className={css.tools}>
        <PageSearch />
        <Menu
          id="own-menu"
          label={WORDS.own(viewer.name, WORDS.roles[viewer.role])}
          trigger={<Avatar name={viewer.name} size="s" />}
        >
          <p className={css.who}>{`${viewer.name}, ${WORDS.roles[viewer.role]}`}</p>
          <MenuLink current={isHere(OWN_ACCOUNT)} href={OWN_ACCOUNT} icon="user">
            {WORDS.account}
          </MenuLink>
          <MenuSeparator />
          <StaffForm call="staffLogout" then="/staff/login">
            <MenuButton icon="logout">{WORDS.logOut}</MenuButton>
          </StaffForm>
        </Menu>
      </div>
    </header>
  );
}
