import { type Frame, type Letter, letter } from "./letter.ts";

export function trialMail(frame: Frame, { link }: { link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.trial.subject", { site }),
    title: t("mail.letters.trial.title"),
    paragraphs: [t("mail.letters.trial.intro", { site })],
    button: { label: t("mail.letters.trial.button"), link },
    after: [t("mail.letters.trial.not_you")],
  });
}
