import type { ReactNode } from "react";
import { Title } from "#app/head/title.tsx";
import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Payment } from "#worker/billing/payments/payments.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { Created, Pending } from "./open-payment.tsx";
import { ENDED, PaymentLines } from "./payment-lines.tsx";
import { PaymentRefresh } from "./payment-refresh.client.tsx";
import { PaymentToast } from "./payment-toast.client.tsx";
import css from "./payments.module.css";
import { GiveBack } from "./refund.tsx";
import { Completed, Ended, Returned, TakenBack } from "./settled-payment.tsx";

export interface PaymentPageProps {
  payment: Payment;
  /** Those of the visitor's country; empty unless the payment failed. */
  methods: PaymentMethod[];
  waiting: Parameters<typeof Completed>[0]["waiting"];
  /** Where the buyer came from, to send something. */
  back: { href: string; name: string } | null;
  /** Why it was not sent. */
  unsent: ReactNode;
}

/** In ms: the toast appears this long after the completion. */
const FRESH = 60_000;

/** Another page may have sent what waited just before the buyer returned. */
export function isFresh({ status, completed_at }: Payment): boolean {
  return status === "completed" && completed_at !== null && edge().now() - Date.parse(completed_at) < FRESH;
}

function isReturned({ returned, status, refunding, refunded }: Payment): boolean {
  return returned !== null && status === "completed" && refunding + refunded > 0;
}

export function isEnded({ status }: Payment): boolean {
  return ENDED.some((one) => one === status);
}

export function PaymentPage({ payment, methods, waiting, back, unsent }: PaymentPageProps) {
  const { t, url } = edge();
  const { id, status } = payment;
  const going = status === "created" && payment.continue !== null && url.searchParams.has("go");
  const open = status === "created" || status === "pending";
  const title = titleOf(payment);
  return (
    <div className="container page stack loose">
      <Title>{title}</Title>
      {going && <meta content={`0;url=${payment.continue}`} httpEquiv="refresh" />}
      {open && !going && <PaymentRefresh />}
      {!isEnded(payment) && (
        <PaymentToast
          dismiss={t("payments.completed.dismiss")}
          fresh={isFresh(payment) && !isReturned(payment)}
          payment={id}
          text={t("payments.completed.title")}
        />
      )}
      <PageHeader back={{ href: "/transactions", label: t("wallet.transactions.back") }} title={title} />
      <Refusal form={formState("refund")} />
      <div className={css.columns}>
        <Card className={css.state} padding="l">
          {unsent}
          <State back={back} going={going} methods={methods} payment={payment} waiting={waiting} />
        </Card>
        <PaymentLines payment={payment} />
      </div>
    </div>
  );
}

function State({ payment, methods, waiting, back, going }: Omit<PaymentPageProps, "unsent"> & { going: boolean }) {
  const confirming = edge().url.searchParams.has("refund") && payment.refundable !== null;
  switch (payment.status) {
    case "created":
      return <Created going={going} payment={payment} />;
    case "pending":
      return <Pending payment={payment} />;
    case "completed":
      if (isReturned(payment)) return <Returned payment={payment} />;
      return confirming ? <GiveBack payment={payment} /> : <Completed payment={payment} waiting={waiting} />;
    case "refunded":
    case "chargeback":
      return <TakenBack payment={payment} />;
    default:
      return <Ended back={back} methods={methods} payment={payment} />;
  }
}

function titleOf(payment: Payment): string {
  const { t, url } = edge();
  if (isEnded(payment)) return t("errors.payment_failed");
  if (isReturned(payment)) return t("mail.letters.payment_refunded.title");
  if (payment.status === "completed" && payment.refundable && url.searchParams.has("refund")) return t("payments.refund.title");
  return t(`payments.${payment.status as "created" | "pending" | "completed" | "refunded" | "chargeback"}.title`);
}
