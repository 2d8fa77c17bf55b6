import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Waiting } from "#worker/messaging/waiting/waiting.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";

interface UnsentProps {
  waiting: Waiting;
  /** The completed payment, where the member may still send what waits for it. */
  paid?: string | null;
}

/** Why something paid was not sent, or how it is. Nothing for a payment that is open, or did its work. */
export function Unsent({ waiting: { reason, profile, kind, state }, paid = null }: UnsentProps) {
  const { t } = edge();
  if (paid !== null && state === "open")
    return (
      <Alert title={kind === "photos" ? undefined : t("payments.sheet.unsent")} tone="info">
        <ButtonLink href={`/transactions/${paid}`}>{t("payments.list.created")}</ButtonLink>
      </Alert>
    );
  if (reason === null) return null;
  return (
    <Alert title={kind === "photos" ? undefined : t("payments.sheet.unsent")} tone="warning">
      {t(`payments.sheet.reasons.${reason}`, { name: profile.name })}
    </Alert>
  );
}
