import { decideAccess } from "#app/features/discovery/photos/access.actions.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { TodayItem } from "#worker/accounts/today/today.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { Faces } from "./faces.tsx";
import { todayItems } from "./today.ts";
import css from "./today-cards.module.css";
import { wordsOf } from "./words.ts";

/** On top of the chats: one card at a time, the others to the side. */
export async function TodayCards() {
  const items = await todayItems();
  if (items.length === 0) return null;
  return (
    <ul aria-label={edge().t("today.title")} className={css.cards} data-scrolls="">
      {items.map((item) => (
        <li className={css.card} key={item.kind}>
          {item.kind === "photo_requests" ? <Asker item={item} /> : <Link item={item} />}
        </li>
      ))}
    </ul>
  );
}

function Link({ item }: { item: TodayItem }) {
  const { href, text } = wordsOf(item);
  return (
    <a className={css.link} href={href}>
      <Faces item={item} />
      <span className={css.text}>{text}</span>
      <Icon name="chevron-right" size="s" />
    </a>
  );
}

type Asking = Extract<TodayItem, { kind: "photo_requests" }>;

function Asker({ item }: { item: Asking }) {
  const { href, text } = wordsOf(item);
  return (
    <div className={css.asker}>
      <a className={css.link} href={href}>
        <Faces item={{ ...item, members: item.members.slice(0, 1) }} />
        <span className={css.text}>{text}</span>
      </a>
      <Decide item={item} short />
    </div>
  );
}

/** For the member who has waited longest. `short`: a sign instead of the second button's words. */
export function Decide({ item: { members }, short = false }: { item: Asking; short?: boolean }) {
  const { t } = edge();
  const { id = "", name = "" } = members[0] ?? {};
  return (
    <form action={decideAccess} className={css.decide} noValidate>
      <input name="profile" type="hidden" value={id} />
      <Button aria-label={t("photos.access.grantName", { name })} name="granted" size="s" value="1">
        {t("photos.access.grant")}
      </Button>
      <Button
        aria-label={`${t("today.notNow")}: ${name}`}
        icon={short ? "close" : undefined}
        iconOnly={short}
        name="granted"
        size="s"
        value="0"
        variant={short ? "quiet" : "secondary"}
      >
        {t("today.notNow")}
      </Button>
    </form>
  );
}
