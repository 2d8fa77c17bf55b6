import { Badge, type BadgeProps } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Row, RowLink, Rows, RowText } from "#app/ui/rows.tsx";
import { StandaloneLink } from "#app/ui/standalone-link.tsx";
import type { Payment } from "#worker/billing/payments/payments.contract.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { lookPath } from "./look.ts";
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
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </Rows>
      )}
    </section>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { t } = edge();
  const { id, credits, amount, status, refundable, receipts } = payment;
  const path = status === "created" || status === "pending" ? `/transactions/${id}` : lookPath(id);
  const credited = t("wallet.packages.credits", { count: credits });
  const numbers = (
    <span className={css.numbers}>
      <strong>{priceIn(payment)(amount)}</strong>
      <Badge tone={TONES[status]}>{t(`payments.list.${status}`)}</Badge>
    </span>
  );
  if (!refundable && receipts.length === 0)
    return (
      <RowLink href={path}>
        <RowText note={noteOf(payment)}>{credited}</RowText>
        {numbers}
      </RowLink>
    );
  const giveBack = t("payments.list.giveBack");
  const receipt = t("payments.completed.receipt");
  return (
    <Row>
      <RowText note={noteOf(payment)}>
        <StandaloneLink href={path}>{credited}</StandaloneLink>
      </RowText>
      {numbers}
      {receipts.length > 0 && (
        <ButtonLink aria-label={`${receipt}: ${credited}`} href={`/transactions/${id}/receipt`} size="s" variant="quiet">
          {receipt}
        </ButtonLink>
      )}
      {refundable && (
        <ButtonLink aria-label={`${giveBack}: ${credited}`} href={`/transactions/${id}?refund`} size="s" variant="secondary">
          {giveBack}
        </ButtonLink>
      )}
    </Row>
  );
}

function noteOf(payment: Payment): string {
  const { t, reader } = edge();
  const { created_at, refunding, refunded, status } = payment;
  const price = priceIn(payment);
  return [
    formatTime(created_at, reader),
    refunding > 0 && `${t("payments.lines.refunding")}: ${price(refunding)}`,
    refunded > 0 && status === "completed" && `${t("payments.lines.refunded")}: ${price(refunded)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
