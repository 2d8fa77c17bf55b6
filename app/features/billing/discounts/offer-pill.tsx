import { Icon } from "#app/ui/icon.tsx";
import { formatSoon } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./discounts.module.css";
import { OfferCountdown } from "./offer-countdown.client.tsx";
import { offers } from "./offers.ts";

const ID = "offer-pill";

/** The running offer as a link in the header; pages with prices show it whole instead. */
export async function OfferPill() {
  const { t, reader } = edge();
  const { timeBonus, welcome, whole } = await offers();
  const offer = timeBonus ?? welcome;
  if (!offer || whole) return null;
  const { endsAt, now } = offer;
  const end = new Date(endsAt).toISOString();
  return (
    <a className={css.pill} data-offer="" href="/credits" id={ID}>
      {import.meta.viteRsc.loadCss()}
      <Icon className={css.star} name="star" size="s" />
      <span className={css.pillTitle}>{t(timeBonus ? "discounts.bonus.title" : "discounts.welcome.title")}</span>
      <OfferCountdown className={css.ticking} endsAt={endsAt} label={t("discounts.left")} now={now} offer={ID} />
      <time className={css.still} dateTime={end}>
        {t("discounts.until", { time: formatSoon(end, reader) })}
      </time>
    </a>
  );
}
