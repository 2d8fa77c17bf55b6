import { type ActivationContent, howLong, waysToConfirm } from "./activation.ts";
import { type Frame, type Letter, letter } from "./letter.ts";

export function activationReminderMail(frame: Frame, content: ActivationContent & { date: string }): Letter {
  const { t, site } = frame;
  const newest =
    content.code === null ? "mail.letters.activation_reminder.newest_link" : "mail.letters.activation_reminder.newest";
  return letter(frame, {
    subject: t("mail.letters.activation_reminder.subject", { site }),
    title: t("mail.letters.activation_reminder.title"),
    paragraphs: [
      t("mail.letters.activation_reminder.intro", { site }),
      t("mail.letters.activation_reminder.erased", { date: content.date }),
    ],
    ...waysToConfirm(frame, content),
    after: [howLong(frame, content), t(newest), t("mail.letters.activation.not_you")],
  });
}
