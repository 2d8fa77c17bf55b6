import { type Frame, type Letter, letter } from "./letter.ts";

/** The address entered sign-up again before its confirmation. */
export function signupAgainMail(frame: Frame, { link, minutes }: { link: string; minutes: number }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.signup_again.subject", { site }),
    title: t("mail.letters.signup_again.title"),
    paragraphs: [t("mail.letters.signup_again.intro", { site }), t("mail.letters.signup_again.what_to_do")],
    button: { label: t("mail.letters.signup_again.button"), link },
    after: [t("mail.letters.signup_again.valid", { minutes }), t("mail.letters.signup_again.not_you")],
  });
}
