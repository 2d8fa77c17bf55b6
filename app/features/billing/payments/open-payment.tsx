import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { RoundIcon } from "#app/ui/round-icon.tsx";
import type { Payment } from "#worker/billing/payments/payments.contract.ts";
import { formatDay } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { methodName, priceIn } from "./payment-lines.tsx";
import css from "./payments.module.css";

export function Created({ payment, going }: { payment: Payment; going: boolean }) {
  const { t } = edge();
  const { id, package: bought, credits, amount } = payment;
  return (
    <>
      <p>{t(going ? "payments.created.going" : "payments.created.text")}</p>
      {payment.continue !== null && (
        <>
          <ol className={css.points}>
            <li>{t("payments.created.confirm", { amount: priceIn(payment)(amount), method: methodName(payment) })}</li>
            <li>{t("payments.created.return", { credits: t("wallet.packages.credits", { count: credits }) })}</li>
          </ol>
          <ButtonLink href={payment.continue} size="l">
            {t("payments.created.go")}
          </ButtonLink>
        </>
      )}
      <p>
        <a href={`/credits/${bought}`}>{t("payments.created.elsewhere")}</a>
      </p>
      {!going && (
        <p className="muted small">
          {t("payments.created.paid")} <a href={`/transactions/${id}`}>{t("payments.created.look")}</a>
        </p>
      )}
    </>
  );
}

export function Pending({ payment: { undecided } }: { payment: Payment }) {
  const { t, reader } = edge();
  return (
    <>
      <noscript>
        <meta content="5" httpEquiv="refresh" />
      </noscript>
      <div className={css.waiting}>
        <RoundIcon name="clock" size="l" />
      </div>
      <p role="status">{t("payments.pending.text")}</p>
      {undecided ? (
        <Alert tone="warning">{t("payments.pending.long", { date: formatDay(undecided, reader) })}</Alert>
      ) : (
        <p className="muted small">{t("payments.pending.leave")}</p>
      )}
    </>
  );
}
