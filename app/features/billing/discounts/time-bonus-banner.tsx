import { pathOf } from "#app/request/path.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./discounts.module.css";
import { OfferCountdown } from "./offer-countdown.client.tsx";
import { offers } from "./offers.ts";

const ID = "time-bonus-banner";

/** The time bonus on the pages with prices. */
export async function TimeBonusBanner() {
  const { t, reader } = edge();
  const { timeBonus, whole } = await offers();
  if (!timeBonus || !whole) return null;
  const { endsAt, hours, now } = timeBonus;
  const end = new Date(endsAt).toISOString();
  return (
    <aside aria-label={t("discounts.bonus.title")} className={css.banner} id={ID}>
      {import.meta.viteRsc.loadCss()}
      <span className={css.round}>
        <Icon name="star" />
      </span>
      <div className={css.words}>
        <p className={css.title}>{t("discounts.bonus.title")}</p>
        <p>{t("discounts.bonus.text", { count: hours })}</p>
      </div>
      <OfferCountdown className={css.ticking} endsAt={endsAt} label={t("discounts.left")} look="boxes" now={now} offer={ID} />
      <time className={css.still} dateTime={end}>
        {t("discounts.until", { time: formatTime(end, reader) })}
      </time>
      {pathOf() !== "/credits" && <ButtonLink href="/credits">{t("discounts.bonus.action")}</ButtonLink>}
    </aside>
  );
}
