import { type Frame, type Letter, letter } from "./letter.ts";

/** The password was changed: by somebody who knew the old one, or by the link of a reset. */
export function passwordChangedMail(frame: Frame, { link, time }: { link: string; time: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mails.password_changed.subject", { site }),
    title: t("mails.password_changed.title"),
    paragraphs: [t("mails.password_changed.intro", { site, time }), t("mails.password_changed.devices")],
    button: { label: t("mails.password_changed.button"), link },
    after: [t("mails.password_changed.not_you")],
  });
}
