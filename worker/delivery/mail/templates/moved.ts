import { type Frame, type Letter, letter } from "./letter.ts";

export function movedMail(frame: Frame, { link, before, days }: { link: string; before: string; days: number }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.moved.subject", { before }),
    title: t("mail.letters.moved.title", { site }),
    paragraphs: [t("mail.letters.moved.intro", { before, site }), t("mail.letters.moved.kept")],
    button: { label: t("mail.letters.moved.button"), link },
    after: [t("mail.letters.moved.valid", { days }), t("mail.letters.moved.hidden")],
  });
}

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
