import { type Frame, type Letter, letter } from "./letter.ts";

export function passkeyAddedMail(frame: Frame, { name, link }: { name: string; link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.passkey_added.subject", { site }),
    title: t("mail.letters.passkey_added.title"),
    paragraphs: [t("mail.letters.passkey_added.intro", { site, name }), t("mail.letters.passkey_added.not_you")],
    button: { label: t("mail.letters.passkey_added.button"), link },
    after: [],
  });
}
