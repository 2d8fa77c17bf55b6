import { TODAY } from "#app/features/accounts/today/today.ts";
import { regionNames } from "#app/features/discovery/members/places.ts";
import { DeckEnd } from "#app/features/discovery/swipe/deck-end.tsx";
import { swipeCard, undoSwipe } from "#app/features/discovery/swipe/swipe.actions.ts";
import { NextCard, SwipeCard, TopCardStatus } from "#app/features/discovery/swipe/swipe-card.tsx";
import { SwipeGestures } from "#app/features/discovery/swipe/swipe-gestures.client.tsx";
import { timeLeft } from "#app/features/discovery/swipe/time-left.ts";
import { PhotoStripIfMissing } from "#app/features/server/notices/banners.tsx";
import { Title } from "#app/head/title.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { prefetching } from "#app/request/prefetch.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Deck } from "#worker/discovery/swipe/swipe.contract.ts";
import { zoneName } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./swipe-game.module.css";

export const handle = { scripts: "member" };

async function load(): Promise<Deck> {
  await requireUser();
  return orThrow(edge().backend.deck({}));
}

export const loader = prefetching(() => [TODAY], load);

export async function ServerComponent({ loaderData }: { loaderData: Deck }) {
  const { t, settings } = edge();
  return (
    <div className={`container ${css.page}`}>
      <Title description={t("members.description", { name: settings.name })}>{t("swipe.title")}</Title>
      <Game deck={loaderData} />
    </div>
  );
}

async function Game({ deck }: { deck: Deck }) {
  const { t, language, now } = edge();
  const { likes_left: left, likes_a_day: daily } = deck;
  const zone = zoneName(deck.zone, now(), language);
  const form = formState("swipe");
  return (
    <div className={cx(css.game, left === 0 && css.spent)}>
      <header className={css.header}>
        <h1>{t("swipe.title")}</h1>
        <p className={css.hearts}>
          {Array.from({ length: daily }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: hearts have nothing but their place
            <Icon key={index} name={index < left ? "heart-filled" : "heart"} size="s" />
          ))}
          <span>{t("swipe.left", { count: left })}</span>
        </p>
      </header>
      {form.code !== "swipe_limit" && <Refusal form={form} />}
      {left === 0 && (
        <div className={css.limit}>
          <Alert icon="clock" title={t("errors.swipe_limit", { count: daily })}>
            {t("swipe.until", { zone, time: timeLeft(Date.parse(deck.resets_at), now(), language) })}
          </Alert>
        </div>
      )}
      {deck.cards.length > 0 ? <Cards deck={deck} /> : <Nobody deck={deck} />}
    </div>
  );
}

async function Cards({ deck: { cards, likes_left, undo, last } }: { deck: Deck }) {
  const { t } = edge();
  const { profile } = await requireUser();
  const [top, ...rest] = cards;
  if (!top) return null;
  const regionName = await regionNames([top]);
  return (
    <SwipeGestures className={css.play}>
      <TopCardStatus card={top} regionName={regionName} />
      <div className={css.deck}>
        <SwipeCard card={top} key={top.id} own={profile.interests} regionName={regionName} />
        {rest.map((card) => (
          <NextCard card={card} key={card.id} />
        ))}
      </div>
      <form action={swipeCard} className={css.buttons} data-repeats noValidate>
        <input name="profile" type="hidden" value={top.id} />
        <RoundButton icon="close" label={t("swipe.pass")} look="pass" value="no" />
        <RoundButton disabled={!undo} form="swipe-undo" icon="retry" label={t("swipe.undo")} />
        <RoundButton disabled={likes_left === 0} icon="heart-filled" label={t("swipe.like")} look="like" value="yes" />
      </form>
      <form action={undoSwipe} id="swipe-undo" noValidate>
        {last !== undefined && <input data-last={last ?? ""} name="profile" type="hidden" value={last ?? ""} />}
      </form>
      <p className={css.hint}>
        {t("swipe.undoHint")} <span className={css.keys}>{t("swipe.keys")}</span>{" "}
        <a className={css.wishes} href="/settings/wishes">
          {t("wishes.title")}
        </a>
      </p>
    </SwipeGestures>
  );
}

type RoundButtonProps = {
  icon: "close" | "heart-filled" | "retry";
  label: string;
  look?: "pass" | "like";
  value?: "yes" | "no";
  disabled?: boolean;
  form?: string;
};

function RoundButton({ icon, label, look, value, ...native }: RoundButtonProps) {
  return (
    <button {...native} className={css.round} name={value && "liked"} type="submit" value={value}>
      <span className={look ? `${css.disc} ${css[look]}` : css.disc}>
        <Icon name={icon} size={look ? "l" : "m"} />
      </span>
      {label}
    </button>
  );
}

async function Nobody({ deck: { undo, last, seen_all, wider } }: { deck: Deck }) {
  const { t, backend } = edge();
  const back = undo && (
    <form action={undoSwipe} noValidate>
      <input name="profile" type="hidden" value={last ?? ""} />
      <RoundButton icon="retry" label={t("swipe.undo")} />
    </form>
  );
  const wishes = await backend.wishes({}).catch(() => null);
  return <DeckEnd seen_all={seen_all} strip={<PhotoStripIfMissing />} undo={back} wider={wider} wishes={wishes} />;
}
