import { Badge, type BadgeProps } from "#app/ui/badge.tsx";
import { RowLink, Rows, RowText } from "#app/ui/rows.tsx";
import { edge } from "#worker/edge/edge.ts";
import { formatTime } from "#worker/lib/dates.ts";
import type { Payment } from "#worker/payments/payments.contract.ts";
import { priceIn } from "./payment-lines.tsx";
import css from "./payments.module.css";

const TONES: Record<Payment["status"], BadgeProps["tone"]> = {
  created: "warning",
  pending: "warning",
  completed: "success",
  failed: "neutral",
  cancelled: "neutral",
  expired: "neutral",
  refunded: "neutral",
  chargeback: "warning",
};

/** The latest payments, each a link to its page. */
export function RecentPayments({ payments }: { payments: Payment[] }) {
  const { t } = edge();
  return (
    <section aria-label={t("payments.list.title")} className="stack tight">
      <h2>{t("payments.list.title")}</h2>
      {payments.length === 0 ? (
        <p className="muted small">{t("payments.list.none")}</p>
      ) : (
        <Rows>
          {payments.map((payment) => (
            <RowLink href={`/transactions/${payment.id}`} key={payment.id}>
              <RowText note={noteOf(payment)}>{t("wallet.packages.credits", { count: payment.credits })}</RowText>
              <span className={css.numbers}>
                <strong>{priceIn(payment)(payment.amount)}</strong>
                <Badge tone={TONES[payment.status]}>{t(`payments.list.${payment.status}`)}</Badge>
              </span>
            </RowLink>
          ))}
        </Rows>
      )}
    </section>
  );
}

/** A part that was paid back leaves the payment completed. */
function noteOf(payment: Payment): string {
  const { t, reader } = edge();
  const { created_at, refunded, status } = payment;
  const back = refunded > 0 && status === "completed" && `${t("payments.lines.refunded")}: ${priceIn(payment)(refunded)}`;
  return [formatTime(created_at, reader), back].filter(Boolean).join(" · ");
}
