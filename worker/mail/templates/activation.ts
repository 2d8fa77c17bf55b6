import { type Frame, type Letter, letter } from "./letter.ts";

/** The link and the code that confirm an e-mail address. */
export function activationMail(frame: Frame, { link, code, hours }: { link: string; code: string; hours: number }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mails.activation.subject", { site }),
    title: t("mails.activation.title"),
    paragraphs: [t("mails.activation.intro", { site })],
    button: { label: t("mails.activation.button"), link },
    code: { label: t("mails.activation.code"), digits: code },
    after: [t("mails.activation.valid", { hours }), t("mails.activation.not_you")],
    instead: { label: t("mails.activation.remove"), link: `${link}?not_me` },
  });
}
