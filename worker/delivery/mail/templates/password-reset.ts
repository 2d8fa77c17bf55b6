import { type Frame, type Letter, letter } from "./letter.ts";

export function passwordResetMail(frame: Frame, { link, minutes }: { link: string; minutes: number }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.password_reset.subject", { site }),
    title: t("mail.letters.password_reset.title"),
    paragraphs: [t("mail.letters.password_reset.intro", { site })],
    button: { label: t("mail.letters.password_reset.button"), link },
    after: [t("mail.letters.password_reset.valid", { minutes }), t("mail.letters.password_reset.not_you")],
  });
}
