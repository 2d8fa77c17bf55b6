import { Icon } from "#app/ui/icon.tsx";
import type { TodayItem } from "#worker/accounts/today/today.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { Faces } from "./faces.tsx";
import css from "./today-strip.module.css";
import { wordsOf } from "./words.ts";

/** On Discover and Search: the most urgent item, and a link to all items if there are more. */
export function TodayStrip({ items }: { items: [TodayItem, ...TodayItem[]] }) {
  const { t } = edge();
  const [first, ...more] = items;
  const { href, text } = wordsOf(first);
  return (
    <section aria-label={t("today.title")} className={css.strip} data-strip="">
      {import.meta.viteRsc.loadCss()}
      <a className={css.first} href={href}>
        <Faces item={first} />
        <span className={css.text}>{text}</span>
        <Icon name="chevron-right" size="s" />
      </a>
      {more.length > 0 && (
        <a className={css.more} href="/notifications">
          {`+${more.length}`}
          <span className="visually-hidden">{` ${t("notifications.title")}`}</span>
        </a>
      )}
    </section>
  );
}
