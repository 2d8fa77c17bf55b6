import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { BUILT_IN_PERCENTAGE, type BuiltInKind } from "#worker/sites/domains/codes.vocabulary.ts";
import css from "./discounts.module.css";
import { OfferEnd } from "./offer-end.tsx";
import { offers } from "./offers.ts";

const ID = "offer-pill";

const TITLES = {
  time_bonus: "discounts.bonus.title",
  welcome: "discounts.welcome.title",
} as const satisfies Record<BuiltInKind, string>;

/** The running offer as a link in the header; pages with prices show it whole instead. */
export async function OfferPill() {
  const { t, language } = edge();
  const { running, whole } = await offers();
  if (!running || whole) return null;
  const { kind, endsAt, now } = running;
  return (
    <a className={css.pill} data-offer="" href="/credits" id={ID}>
      {import.meta.viteRsc.loadCss()}
      <Icon className={css.pillStar} name="star" size="s" />
      <span aria-hidden="true" className={css.pillWord}>
        {new Intl.NumberFormat(language, { style: "percent" }).format(-BUILT_IN_PERCENTAGE / 1000)}
      </span>
      <span className={css.pillTitle}>{t(TITLES[kind])}</span>
      <OfferEnd endsAt={endsAt} now={now} offer={ID} short />
    </a>
  );
}
