import type { RefundRefusal, ReturnCause } from "#worker/delivery/mail/refusals.vocabulary.ts";
import { money } from "#worker/platform/money.ts";
import { type Frame, type Letter, letter } from "./letter.ts";

export interface PaymentContent {
  payment: string;
  credits: number;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  /** Why the payment went back by itself. */
  returned?: ReturnCause | null;
  /** Credits of a purchase that repay a debt. */
  settles?: number;
}

interface Links {
  link: string;
  /** Of a new purchase, where the law asks for the withdrawal function. */
  withdraw?: { link: string; words: "law" | "plain" };
}

type Template = "direct_debit_failed" | "payment_completed" | "payment_reversed" | "payment_refunded" | "payment_undecided";

export function paymentMail(
  frame: Frame,
  template: Template,
  { credits, amount, currency, returned = null, settles = 0, withdraw, link }: PaymentContent & Links,
): Letter {
  const { t, site } = frame;
  const values = { site, amount: money(amount, currency, t.language), count: credits };
  return letter(frame, {
    subject: t(`mail.letters.${template}.subject`, values),
    title: t(`mail.letters.${template}.title`, values),
    paragraphs: [
      ...(returned ? [t(`payments.returned.${returned}`)] : []),
      t(`mail.letters.${template}.intro`, values),
      ...(settles > 0 ? [t("payments.chargeback.settles", { count: settles })] : []),
    ],
    button: { label: t("mail.letters.payment.button"), link },
    after: [t("mail.letters.payment.not_you")],
    ...(withdraw && { instead: { label: t(`withdrawals.wording.${withdraw.words}.here`), link: withdraw.link } }),
  });
}

export interface RefusedRefundContent {
  payment: string;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  reason: RefundRefusal;
}

export function refundRefusedMail(
  frame: Frame,
  { amount, currency, reason, link, object }: RefusedRefundContent & { link: string; object: string },
): Letter {
  const { t, site } = frame;
  // The provider refuses what people have approved.
  const kind = reason === "provider" ? "refund_failed" : "refund_refused";
  return letter(frame, {
    subject: t(`mail.letters.${kind}.subject`, { site }),
    title: t(`mail.letters.${kind}.title`),
    paragraphs: [
      t(`mail.letters.${kind}.intro`, { site, amount: money(amount, currency, t.language) }),
      t(`mail.letters.refund_refused.reasons.${reason}`),
      ...(reason === "failed" || reason === "provider" ? [] : [t("mail.letters.photo_refused.who")]),
    ],
    button: { label: t("mail.letters.payment.button"), link },
    after: reason === "provider" ? [] : [t("mail.letters.refund_refused.wrong")],
    instead: { label: t("mail.letters.photo_refused.object"), link: object },
  });
}
