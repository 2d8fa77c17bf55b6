import { type ActivationContent, howLong, waysToConfirm } from "./activation.ts";
import { type Frame, type Letter, letter } from "./letter.ts";

/** To who signed up and has not confirmed: a new link and code, and when the account goes otherwise. */
export function activationReminderMail(frame: Frame, content: ActivationContent & { date: string }): Letter {
  const { t, site } = frame;
  const newest = content.code === null ? "mails.activation_reminder.newest_link" : "mails.activation_reminder.newest";
  return letter(frame, {
    subject: t("mails.activation_reminder.subject", { site }),
    title: t("mails.activation_reminder.title"),
    paragraphs: [t("mails.activation_reminder.intro", { site }), t("mails.activation_reminder.erased", { date: content.date })],
    ...waysToConfirm(frame, content),
    after: [howLong(frame, content), t(newest), t("mails.activation.not_you")],
  });
}
