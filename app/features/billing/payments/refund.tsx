import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { Payment } from "#worker/billing/payments/payments.contract.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { lookPath } from "./look.ts";
import { Line, methodName, priceIn } from "./payment-lines.tsx";
import css from "./payments.module.css";
import { giveBack } from "./refund.actions.ts";

type Refundable = NonNullable<Payment["refundable"]>;

export function refundLabel(payment: Payment, { credits, amount }: Refundable): string {
  return edge().t("payments.refund.offer", { count: credits, amount: priceIn(payment)(amount) });
}

/** The second click: everything about the refund, and the button. */
export function GiveBack({ payment }: { payment: Payment }) {
  const { t, language, reader } = edge();
  const { id, refundable } = payment;
  if (!refundable) return null;
  const amount = priceIn(payment)(refundable.amount);
  return (
    <>
      <p>{t("payments.refund.text")}</p>
      <dl className={css.lines}>
        <Line of={t("payments.refund.credits")}>{new Intl.NumberFormat(language).format(refundable.credits)}</Line>
        <Line look={css.sum} of={t("payments.refund.amount")}>
          {amount}
        </Line>
        <Line of={t("payments.refund.to")}>{methodName(payment)}</Line>
      </dl>
      <p className="muted small">{t("payments.refund.until", { time: formatTime(refundable.until, reader) })}</p>
      <form action={giveBack} noValidate>
        <input name="payment" type="hidden" value={id} />
        <input name="amount" type="hidden" value={refundable.amount} />
        <Button size="l" wide>
          {t("payments.refund.confirm", { amount })}
        </Button>
      </form>
      <ButtonLink href={lookPath(id)} variant="quiet">
        {t("payments.refund.keep")}
      </ButtonLink>
    </>
  );
}
