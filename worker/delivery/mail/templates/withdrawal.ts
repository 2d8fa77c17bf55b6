import type { WithdrawalOutcome, WithdrawalRefusal } from "#worker/delivery/mail/refusals.vocabulary.ts";
import { type Frame, type Letter, letter } from "./letter.ts";

interface Acknowledged {
  reference: string;
  name: string;
  contract: string;
  time: string;
  orders: { payment: string; outcome: WithdrawalOutcome; sum: string }[] | null;
  link: string;
}

/** Repeats the statement, as the law asks; the rule admits no links in its fields. */
export function withdrawalMail(frame: Frame, { reference, name, contract, time, orders, link }: Acknowledged): Letter {
  const { t, site } = frame;
  const line = ({ payment, outcome, sum }: NonNullable<Acknowledged["orders"]>[number]) =>
    outcome === "open"
      ? t("mail.letters.withdrawal.order", { payment, sum })
      : t("mail.letters.withdrawal.nothing", { payment, reason: t(`withdrawals.reasons.${outcome}`) });
  return letter(frame, {
    subject: t("mail.letters.withdrawal.subject", { reference }),
    title: t("mail.letters.withdrawal.title"),
    paragraphs: [
      t("mail.letters.withdrawal.intro", { site, time, reference }),
      t("mail.letters.withdrawal.content", { name, site, contract }),
      ...(orders ? orders.map(line) : [t("mail.letters.withdrawal.next")]),
    ],
    button: { label: t(orders ? "mail.letters.payment.button" : "footer.pages.return-policy"), link },
    after: orders ? [] : [t("mail.letters.withdrawal.not_you")],
  });
}

interface Matched {
  reference: string;
  refusal: WithdrawalRefusal | null;
  /** What goes back. */
  sum: string;
  link: string;
}

export function withdrawalMatchedMail(frame: Frame, { reference, refusal, sum, link }: Matched): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.withdrawal_matched.subject", { site }),
    title: t("mail.letters.withdrawal_matched.title"),
    paragraphs: [
      t("mail.letters.withdrawal_matched.intro", { site, reference }),
      refusal ? t(`withdrawals.refusals.${refusal}`) : t("mail.letters.withdrawal_matched.sum", { sum }),
    ],
    button: { label: t(refusal ? "mail.letters.payment.button" : "mail.letters.withdrawal_matched.button"), link },
    after: [t("mail.letters.withdrawal_matched.not_you")],
  });
}

interface Refused {
  reference: string;
  refusal: WithdrawalRefusal;
  link: string;
  object: string;
}

export function withdrawalRefusedMail(frame: Frame, { reference, refusal, link, object }: Refused): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.withdrawal_refused.subject", { reference }),
    title: t("mail.letters.withdrawal_refused.title"),
    paragraphs: [
      t("mail.letters.withdrawal_refused.intro", { site, reference }),
      t(`withdrawals.refusals.${refusal}`),
      t("mail.letters.photo_refused.who"),
    ],
    button: { label: t("mail.letters.payment.button"), link },
    after: [t("mail.letters.refund_refused.wrong")],
    instead: { label: t("mail.letters.photo_refused.object"), link: object },
  });
}
