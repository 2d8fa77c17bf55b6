import type { CountdownProps } from "#app/ui/countdown.client.tsx";
import { cx } from "#app/ui/cx.ts";
import { formatSoon, formatTime } from "#worker/platform/dates.ts";
import { DAY } from "#worker/platform/durations.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./discounts.module.css";
import { OfferCountdown } from "./offer-countdown.client.tsx";

export interface OfferEndProps extends Pick<CountdownProps, "endsAt" | "now" | "look"> {
  /** Id of the element that goes with the offer. */
  offer: string;
  /** Weekday and time only. */
  short?: boolean;
}

/** A countdown on the last day; before it, and without scripts, the date. */
export function OfferEnd({ offer, endsAt, now, look, short = false }: OfferEndProps) {
  const { t, reader } = edge();
  const far = endsAt - now > DAY;
  const end = new Date(endsAt).toISOString();
  // A weekday alone is ambiguous beyond a week.
  const format = short && endsAt - now < 6 * DAY ? formatSoon : formatTime;
  return (
    <>
      {import.meta.viteRsc.loadCss()}
      <OfferCountdown
        className={css.ticking}
        endsAt={endsAt}
        far={far}
        label={t("discounts.left")}
        look={look}
        now={now}
        offer={offer}
      />
      <time className={cx(css.date, !far && css.still)} dateTime={end}>
        {t("discounts.until", { time: format(end, reader) })}
      </time>
    </>
  );
}
