import { type Frame, type Letter, letter } from "./letter.ts";

/** To the owner of an address that is shut out, where the page does not tell who is a member. */
export function signupExcludedMail(frame: Frame, { date, link }: { date: string; link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.signup_excluded.subject", { site }),
    title: t("mail.letters.signup_excluded.title"),
    paragraphs: [t("mail.letters.signup_excluded.intro", { site }), t("errors.excluded", { date })],
    button: { label: t("mail.letters.signup_excluded.button"), link },
    after: [t("mail.letters.signup_excluded.not_you")],
  });
}
