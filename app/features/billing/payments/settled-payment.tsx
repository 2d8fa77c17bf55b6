import { Methods } from "#app/features/billing/payments/methods.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { RoundIcon } from "#app/ui/round-icon.tsx";
import type { Payment } from "#worker/billing/payments/payments.contract.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { methodName, priceIn } from "./payment-lines.tsx";
import css from "./payments.module.css";
import { refundLabel } from "./refund.tsx";

interface CompletedProps {
  payment: Payment;
  /** The chat whose text waits to be sent. */
  waiting: { conversation: string; name: string; text: string } | null;
}

export async function Completed({ payment, waiting }: CompletedProps) {
  const { t, language, user, reader } = edge();
  const { id, credits, refundable } = payment;
  const balance = (await user())?.credits ?? 0;
  return (
    <>
      <div className={css.done}>
        <RoundIcon name="check-circle" size="l" />
      </div>
      <p>
        {t("payments.completed.added", { count: credits })} {t("wallet.yours")}:{" "}
        <strong>{new Intl.NumberFormat(language).format(balance)}</strong>
      </p>
      <Given payment={payment} />
      {waiting && (
        <div className={css.unsent}>
          <p>{t("payments.completed.unsent", { name: waiting.name })}</p>
          <blockquote dir="auto">{waiting.text}</blockquote>
        </div>
      )}
      <div className={cx("cluster", css.ways)}>
        <ButtonLink href={waiting ? `/chats/${waiting.conversation}` : "/chats"} icon="message">
          {waiting ? t("payments.completed.waiting", { name: waiting.name }) : t("payments.completed.chats")}
        </ButtonLink>
        <ButtonLink href="/members" icon="search" variant="secondary">
          {t("payments.completed.members")}
        </ButtonLink>
        <ToReceipt payment={payment} />
      </div>
      {refundable && (
        <p className="muted small">
          <a href={`/transactions/${id}?refund`}>{refundLabel(payment, refundable)}</a>
          <br />
          {t("payments.refund.until", { time: formatTime(refundable.until, reader) })}
        </p>
      )}
    </>
  );
}

export function Returned({ payment }: { payment: Payment }) {
  return (
    <>
      <RoundIcon name="retry" size="l" />
      <Given payment={payment} />
      <ToReceipt payment={payment} />
    </>
  );
}

/** Parts that have gone back, or are on their way. */
function Given({ payment }: { payment: Payment }) {
  const { t } = edge();
  const price = priceIn(payment);
  const { refunding, refunded, refund_refused: refused, returned } = payment;
  return (
    <>
      {returned && refunding + refunded > 0 && <p>{t(`payments.returned.${returned}`)}</p>}
      {refunding > 0 && (
        <Alert tone="info">{t("payments.refund.requested", { amount: price(refunding), method: methodName(payment) })}</Alert>
      )}
      {refused && (
        <Alert title={t("payments.refund.refused", { amount: price(refused.amount) })} tone="warning">
          {t(`mail.letters.refund_refused.reasons.${refused.reason}`)}
        </Alert>
      )}
      {refunded > 0 && (
        <Alert tone="success">{t("payments.refund.given", { amount: price(refunded), method: methodName(payment) })}</Alert>
      )}
    </>
  );
}

function ToReceipt({ payment: { id, receipts } }: { payment: Payment }) {
  if (receipts.length === 0) return null;
  return (
    <ButtonLink href={`/transactions/${id}/receipt`} variant="secondary">
      {edge().t("payments.completed.receipt")}
    </ButtonLink>
  );
}

interface EndedProps {
  payment: Payment;
  methods: PaymentMethod[];
  /** Where the buyer came from, to send something. */
  back: { href: string; name: string } | null;
}

export function Ended({ payment, methods, back }: EndedProps) {
  const { t } = edge();
  const stored = payment.stored && methods.includes("paypal");
  const others = methods.filter((method) => method !== payment.method);
  return (
    <>
      <div className={css.failed}>
        <RoundIcon name="alert" size="l" />
      </div>
      <p>{stored ? t("payments.failed.stored") : t("payments.failed.text")}</p>
      {stored && <p>{t("payments.failed.text")}</p>}
      {back ? (
        <ButtonLink href={back.href} icon="back">
          {t("payments.completed.waiting", { name: back.name })}
        </ButtonLink>
      ) : methods.length > 0 ? (
        <>
          {others.length < methods.length && (
            <ButtonLink href={`/credits/${payment.package}/${payment.method}`} size="l">
              {t("chat.retry")}
            </ButtonLink>
          )}
          <h2>{t("payments.order.methods")}</h2>
          <Methods
            chosen={null}
            href={(method) => `/credits/${payment.package}/${method}`}
            methods={stored || others.length === 0 ? methods : others}
          />
        </>
      ) : (
        <ButtonLink href="/credits" icon="coin" variant="secondary">
          {t("wallet.packages.label")}
        </ButtonLink>
      )}
    </>
  );
}

/** Refunded as a whole, or taken back by the bank. */
export function TakenBack({ payment }: { payment: Payment }) {
  const { t, domain } = edge();
  const { status, amount, debt, returned } = payment;
  const back = { amount: priceIn(payment)(amount), method: methodName(payment) };
  return (
    <>
      <RoundIcon name="retry" size="l" />
      <p>{status === "refunded" ? t("payments.refunded.text", back) : t("payments.chargeback.text", { amount: back.amount })}</p>
      {returned && status === "refunded" && <p>{t(`payments.returned.${returned}`)}</p>}
      {debt > 0 && (
        <Alert
          action={
            domain.features.payments && (
              <ButtonLink href="/credits" size="s">
                {t("chat.getCredits")}
              </ButtonLink>
            )
          }
          tone="warning"
        >
          {t("payments.chargeback.debt", { count: debt })}
        </Alert>
      )}
      <ToReceipt payment={payment} />
    </>
  );
}
