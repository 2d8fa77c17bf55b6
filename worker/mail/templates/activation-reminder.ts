import { type Frame, type Letter, letter } from "./letter.ts";

/** To who signed up and has not confirmed: a new link and code, and when the account goes otherwise. */
export function activationReminderMail(
  frame: Frame,
  { link, code, hours, date }: { link: string; code: string; hours: number; date: string },
): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mails.activation_reminder.subject", { site }),
    title: t("mails.activation_reminder.title"),
    paragraphs: [t("mails.activation_reminder.intro", { site }), t("mails.activation_reminder.erased", { date })],
    button: { label: t("mails.activation.button"), link },
    code: { label: t("mails.activation.code"), digits: code },
    after: [t("mails.activation.valid", { hours }), t("mails.activation_reminder.newest"), t("mails.activation.not_you")],
    instead: { label: t("mails.activation.remove"), link: `${link}?not_me` },
  });
}
