import { type Frame, type Letter, letter } from "./letter.ts";

/** A way in without a password was added to the account. */
export function passkeyAddedMail(frame: Frame, { name, link }: { name: string; link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mails.passkey_added.subject", { site }),
    title: t("mails.passkey_added.title"),
    paragraphs: [t("mails.passkey_added.intro", { site, name }), t("mails.passkey_added.not_you")],
    button: { label: t("mails.passkey_added.button"), link },
    after: [],
  });
}
