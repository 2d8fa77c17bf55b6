import { type Frame, type Letter, letter } from "./letter.ts";

export function movedPasswordMail(frame: Frame, { link }: { link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.moved_password.subject", { site }),
    title: t("mail.letters.moved_password.title"),
    paragraphs: [t("mail.letters.moved_password.intro", { site })],
    button: { label: t("mail.letters.moved_password.button"), link },
    after: [t("mail.letters.moved_password.hidden")],
  });
}
