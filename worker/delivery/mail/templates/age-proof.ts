import { type Frame, type Letter, letter } from "./letter.ts";

export function ageProofMail(frame: Frame, { date, link }: { date: string; link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.age_proof.subject", { site, date }),
    title: t("mail.letters.age_proof.title"),
    paragraphs: [t("mail.letters.age_proof.intro", { site, date }), t("mail.letters.age_proof.how")],
    button: { label: t("mail.letters.age_proof.button"), link },
    after: [],
  });
}
