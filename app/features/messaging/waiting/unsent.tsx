import { Alert } from "#app/ui/alert.tsx";
import type { Waiting } from "#worker/messaging/waiting/waiting.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Why something paid was not sent. Nothing for a payment that is open, or did its work. */
export function Unsent({ waiting: { reason, profile, kind } }: { waiting: Waiting }) {
  const { t } = edge();
  if (reason === null) return null;
  return (
    <Alert title={kind === "photos" ? undefined : t("payments.sheet.unsent")} tone="warning">
      {t(`payments.sheet.reasons.${reason}`, { name: profile.name })}
    </Alert>
  );
}
