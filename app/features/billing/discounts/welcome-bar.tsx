import { Icon } from "#app/ui/icon.tsx";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./discounts.module.css";
import { OfferCountdown } from "./offer-countdown.client.tsx";
import { offers } from "./offers.ts";

const ID = "welcome-bonus";

/** Welcome discount at the top of the pages with prices, unless a time bonus runs. */
export async function WelcomeBar() {
  const { t, reader } = edge();
  const { welcome, whole } = await offers();
  if (!welcome || !whole) return null;
  const end = new Date(welcome.endsAt).toISOString();
  return (
    <aside aria-label={t("discounts.welcome.label")} className={css.bar} id={ID}>
      {import.meta.viteRsc.loadCss()}
      <a className={css.barLink} href="/credits">
        <Icon className={css.star} name="star" size="s" />
        <span>{t("discounts.welcome.title")}</span>
        <OfferCountdown className={css.ticking} label={t("discounts.left")} offer={ID} {...welcome} />
        <time className={css.still} dateTime={end}>
          {t("discounts.until", { time: formatTime(end, reader) })}
        </time>
      </a>
    </aside>
  );
}
