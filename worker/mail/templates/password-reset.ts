import { type Frame, type Letter, letter } from "./letter.ts";

/** The link by which a new password is chosen. */
export function passwordResetMail(frame: Frame, { link, minutes }: { link: string; minutes: number }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mails.password_reset.subject", { site }),
    title: t("mails.password_reset.title"),
    paragraphs: [t("mails.password_reset.intro", { site })],
    button: { label: t("mails.password_reset.button"), link },
    after: [t("mails.password_reset.valid", { minutes }), t("mails.password_reset.not_you")],
  });
}
