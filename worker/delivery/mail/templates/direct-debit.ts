import { type Frame, type Letter, letter } from "./letter.ts";

interface Content {
  reference: string;
  creditor: string;
  end: string;
  amount: string;
  day: string;
  link: string;
}

/** The pre-notification of the SEPA rulebook. */
export function directDebitMail(frame: Frame, { link, ...facts }: Content): Letter {
  const { t, site } = frame;
  const text = (name: "subject" | "title" | "intro" | "details" | "rights" | "button") =>
    t(`mail.letters.direct_debit.${name}`, { ...facts, site });
  return letter(frame, {
    subject: text("subject"),
    title: text("title"),
    paragraphs: [text("intro"), text("details"), text("rights")],
    button: { label: text("button"), link },
    after: [],
  });
}
