import { money } from "#worker/lib/money.ts";
import { type Frame, type Letter, letter } from "./letter.ts";

export interface PaymentContent {
  payment: string;
  credits: number;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
}

type Template = "payment_completed" | "payment_reversed" | "payment_refunded";

export function paymentMail(
  frame: Frame,
  template: Template,
  { credits, amount, currency, link }: PaymentContent & { link: string },
): Letter {
  const { t, site } = frame;
  const values = { site, amount: money(amount, currency, t.language), count: credits };
  return letter(frame, {
    subject: t(`mail.letters.${template}.subject`, values),
    title: t(`mail.letters.${template}.title`, values),
    paragraphs: [t(`mail.letters.${template}.intro`, values)],
    button: { label: t("mail.letters.payment.button"), link },
    after: [t("mail.letters.payment.not_you")],
  });
}
