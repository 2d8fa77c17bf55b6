import type { ReactNode } from "react";
import { newWords } from "#app/features/discovery/searches/saved-search.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { SORTS, type Sort } from "#worker/discovery/members/search.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { narrowing, type SearchState, searchHref } from "./search.ts";
import { FILTERS } from "./search-form.tsx";
import css from "./shortcuts.module.css";

type ShownRow = {
  member: boolean;
  current: Sort;
  active?: string;
  saved: boolean;
  fresh?: string;
  freshWords?: string;
  children?: ReactNode;
} & { [sort in Sort]?: string };

const SORT_NAMES = { last_active: "lastActive", newest: "newest", nearest: "nearest", common: "common" } as const;

/** The row above the results; `children` are the active filters. Visitors have no town and no interests to compare. */
export async function SearchRow({ search, children }: { search: SearchState; children: ReactNode }) {
  const { filter, saved } = search.answer;
  const member = (await edge().memberId()) !== null;
  const offered = member ? SORTS : SORTS.slice(0, 2);
  const orders = offered.map((sort) => [sort, searchHref(search, { sort: sort === "last_active" ? undefined : sort })]);
  const active = narrowing(filter).length;
  // New members of the search that is open are in its list.
  const fresh = saved.reduce((sum, one) => sum + (one.current ? 0 : one.new_members), 0);
  return (
    <Row
      active={active > 0 ? String(active) : undefined}
      current={search.sort}
      fresh={fresh > 0 ? String(fresh) : undefined}
      freshWords={fresh > 0 ? newWords(fresh) : undefined}
      member={member}
      saved={saved.length > 0}
      {...Object.fromEntries(orders)}
    >
      {children}
    </Row>
  );
}

/** Filters, saved searches, orders and games as chips in one line that scrolls sideways. */
function Row({ member, current, active, saved, fresh, freshWords, children, ...orders }: ShownRow) {
  const { t } = edge();
  return (
    <div className={css.row} data-scrolls="">
      <button className={`${css.chip} ${css.filters}`} popoverTarget={FILTERS} type="button">
        <Icon name="filter" size="s" />
        {t("members.filters")}
        {active && <Count>{active}</Count>}
      </button>
      {active && <div className={css.active}>{children}</div>}
      {saved && (
        <a className={css.chip} href="/searches">
          <Icon name="star" size="s" />
          {t("searches.chip")}
          {fresh && (
            <>
              <Count>{fresh}</Count>
              <span className="visually-hidden">{freshWords}</span>
            </>
          )}
        </a>
      )}
      <nav aria-label={t("members.sort")} className={css.group}>
        {SORTS.filter((sort) => orders[sort]).map((sort) => (
          <a aria-current={sort === current ? "page" : undefined} className={css.chip} href={orders[sort]} key={sort}>
            {t(`members.${SORT_NAMES[sort]}`)}
          </a>
        ))}
      </nav>
      {member && (
        <nav aria-label={t("members.games")} className={css.group}>
          <Shortcut href="/match-finder" icon="users" title={t("match.title")} />
          <Shortcut href="/swipe-game" icon="cards" title={t("swipe.title")} />
        </nav>
      )}
    </div>
  );
}

function Count({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className={css.count}>
      {children}
    </span>
  );
}

function Shortcut({ href, icon, title }: { href: string; icon: IconName; title: string }) {
  return (
    <a className={css.chip} href={href}>
      <Icon name={icon} size="s" />
      {title}
    </a>
  );
}
