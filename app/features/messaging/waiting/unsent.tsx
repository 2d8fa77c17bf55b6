import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Payment } from "#worker/billing/payments/payments.contract.ts";
import type { Waiting } from "#worker/messaging/waiting/waiting.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** In the chat: the order that waits at the provider, perhaps in another tab. */
export function Unpaid({ id, status }: Pick<Payment, "id" | "status">) {
  const { t } = edge();
  if (status !== "created" && status !== "pending") return null;
  const action = (
    <ButtonLink href={`/transactions/${id}`} size="s" variant="secondary">
      {t(status === "created" ? "payments.list.created" : "payments.created.look")}
    </ButtonLink>
  );
  return (
    <Alert action={action} tone="info">
      {t(`payments.${status}.title`)}
    </Alert>
  );
}

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
