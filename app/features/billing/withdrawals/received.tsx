import { Icon } from "#app/ui/icon.tsx";
import { formatTimeInZone } from "#worker/platform/dates.ts";
import { mailZone } from "#worker/platform/zones.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./withdrawals.module.css";

/** The receipt on the page; the mail holds the content too. */
export function Received({ reference }: { reference: string }) {
  const { t, url, reader, settings } = edge();
  const at = Number.parseInt(url.searchParams.get("at") ?? "", 36);
  return (
    <div className={css.receipt}>
      <Icon className={css.done} name="check-circle" size="l" />
      <h1>{t("withdrawals.received.title")}</h1>
      {Number.isFinite(at) && (
        <p>{t("withdrawals.received.at", { time: formatTimeInZone(at, { ...reader, zone: mailZone(settings) }) })}</p>
      )}
      <p>{t("complaints.received.reference")}</p>
      <p className={css.reference} translate="no">
        {reference}
      </p>
      <p>{t(url.searchParams.has("mail") ? "withdrawals.received.mailed" : "withdrawals.received.not_mailed")}</p>
      {url.searchParams.has("own") ? (
        <p>{t("withdrawals.received.member")}</p>
      ) : (
        <>
          <p>{t("withdrawals.received.visitor")}</p>
          <p className="muted small">{t("withdrawals.received.lost", { support: settings.support_email })}</p>
        </>
      )}
    </div>
  );
}
