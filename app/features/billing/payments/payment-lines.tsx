import type { ReactNode } from "react";
import { countryName } from "#app/request/country-name.ts";
import { Card } from "#app/ui/card.tsx";
import type { Payment } from "#worker/billing/payments/payments.contract.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { money, percent } from "#worker/platform/money.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { methodTexts } from "./method-texts.ts";
import css from "./payments.module.css";

export function priceIn({ currency }: Payment): (amount: number) => string {
  const { language } = edge();
  return (amount) => money(amount, currency, language);
}

export function methodName({ method }: Payment): string {
  return methodTexts(method).name;
}

/** An order that took no money. */
export const ENDED = ["failed", "cancelled", "expired"] as const;

/** The order with its tax, times and receipts. */
export function PaymentLines({ payment }: { payment: Payment }) {
  const { t, domain, language } = edge();
  const { credits, list_amount, reduction, amount, discount, tax, refunded, refunding, created_at, completed_at } = payment;
  const { transaction_fee, refund_days } = payment;
  const price = priceIn(payment);
  const isPaid = payment.status === "completed";
  const isOpen = payment.status === "created" || payment.status === "pending";
  const ended = ENDED.find((status) => status === payment.status);
  return (
    <Card title={t("payments.order.summary")}>
      <dl className={css.lines}>
        <Line of={t("wallet.packages.credits", { count: credits })}>{price(list_amount)}</Line>
        {reduction > 0 && discount && (
          <Line
            look={css.less}
            of={t("payments.order.discount", { percent: percent(discount.value_percentage, language), code: discount.code })}
          >
            {price(-reduction)}
          </Line>
        )}
        <Line look={css.sum} of={t("payments.order.total")}>
          {price(amount)}
        </Line>
        {tax.amount > 0 && <Line of={taxLabel(payment)}>{price(tax.amount)}</Line>}
        {ended && <Line of={t("payments.lines.state")}>{t(`payments.list.${ended}`)}</Line>}
        <Line of={t("payments.lines.fee")}>{price(transaction_fee)}</Line>
        {refunding > 0 && <Line of={t("payments.lines.refunding")}>{price(refunding)}</Line>}
        {refunded > 0 && <Line of={t("payments.lines.refunded")}>{price(refunded)}</Line>}
        <Line of={t("payments.order.paidBy")}>{methodName(payment)}</Line>
        <Line of={t("payments.lines.ordered")}>
          <Moment at={created_at} />
        </Line>
        {completed_at && (
          <Line of={t("payments.lines.paid")}>
            <Moment at={completed_at} />
          </Line>
        )}
        {payment.receipts.map(({ number, kind }) => (
          <Line key={number} of={t(`payments.lines.${kind}`)}>
            {number}
          </Line>
        ))}
      </dl>
      {domain.features.refunds && refund_days !== null && refund_days > 0 && (isOpen || isPaid) && (
        <p className="muted small">{t("payments.checkout.refund", { count: refund_days })}</p>
      )}
    </Card>
  );
}

function taxLabel({ tax: { rate, country } }: Payment): string {
  const { t, language } = edge();
  return t("payments.lines.tax", { rate: percent(rate, language), country: countryName(country) });
}

export function Line({ of, look, children }: { of: ReactNode; look?: string; children: ReactNode }) {
  return (
    <div className={look}>
      <dt>{of}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatTime(at, edge().reader)}</time>;
}
