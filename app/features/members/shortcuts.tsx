import { newWords } from "#app/features/searches/saved-search.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import { FILTERS } from "./search-form.tsx";
import css from "./shortcuts.module.css";

type Order = { href: string; label: string; current: boolean };
type SearchRowProps = { orders: readonly Order[]; activeCount: number; saved: CallOutput<"members">["saved"] };

/** The row above the results: filters, saved searches, orders and games as chips that scroll sideways. */
export async function SearchRow({ orders, activeCount, saved }: SearchRowProps) {
  const { t, user } = edge();
  const member = await user();
  return (
    <div className={css.row} data-scrolls="">
      <button className={`${css.chip} ${css.filters}`} popoverTarget={FILTERS} type="button">
        <Icon name="filter" size="s" />
        {t("members.filters")}
        {activeCount > 0 && (
          <span aria-hidden="true" className={css.count}>
            {activeCount}
          </span>
        )}
      </button>
      {saved.length > 0 && <SavedSearches saved={saved} />}
      <nav aria-label={t("members.sort")} className={css.group}>
        {orders.map(({ href, label, current }) => (
          <a aria-current={current ? "page" : undefined} className={css.chip} href={href} key={label}>
            {label}
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

/** New members of the search that is open are in its list. */
function SavedSearches({ saved }: Pick<SearchRowProps, "saved">) {
  const { t } = edge();
  const fresh = saved.reduce((sum, one) => sum + (one.current ? 0 : one.new_members), 0);
  return (
    <a className={css.chip} href="/searches">
      <Icon name="star" size="s" />
      {t("searches.chip")}
      {fresh > 0 && (
        <>
          <span aria-hidden="true" className={css.count}>
            {fresh}
          </span>
          <span className="visually-hidden">{newWords(fresh)}</span>
        </>
      )}
    </a>
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
