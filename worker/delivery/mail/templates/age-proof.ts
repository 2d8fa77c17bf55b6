import { type Frame, type Letter, letter } from "./letter.ts";

interface Content {
  date: string;
  link: string;
  /** No method shows who the member is. */
  anonymous: boolean;
}

export function ageProofMail(frame: Frame, { date, link, anonymous }: Content): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.age_proof.subject", { site, date }),
    title: t("mail.letters.age_proof.title"),
    paragraphs: [t("mail.letters.age_proof.intro", { site, date }), ...(anonymous ? [t("mail.letters.age_proof.how")] : [])],
    button: { label: t("mail.letters.age_proof.button"), link },
    after: [],
  });
}
