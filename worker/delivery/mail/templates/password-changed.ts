import { type Frame, type Letter, letter } from "./letter.ts";

export function passwordChangedMail(frame: Frame, { link, time }: { link: string; time: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.password_changed.subject", { site }),
    title: t("mail.letters.password_changed.title"),
    paragraphs: [t("mail.letters.password_changed.intro", { site, time }), t("mail.letters.password_changed.devices")],
    button: { label: t("mail.letters.password_changed.button"), link },
    after: [t("mail.letters.password_changed.not_you")],
  });
}
