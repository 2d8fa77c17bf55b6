import { type Frame, type Letter, letter } from "./letter.ts";

/** To an address that was entered once more while it waited for its confirmation: the link by which its owner chooses a password. */
export function signupAgainMail(frame: Frame, { link, minutes }: { link: string; minutes: number }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mails.signup_again.subject", { site }),
    title: t("mails.signup_again.title"),
    paragraphs: [t("mails.signup_again.intro", { site }), t("mails.signup_again.what_to_do")],
    button: { label: t("mails.signup_again.button"), link },
    after: [t("mails.signup_again.valid", { minutes }), t("mails.signup_again.not_you")],
  });
}
