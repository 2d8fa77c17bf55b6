import { type Frame, type Letter, letter } from "./letter.ts";

/** Sent to the owner instead of an error on the page, which would reveal the account. */
export function alreadyMemberMail(frame: Frame, { link }: { link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.already_member.subject", { site }),
    title: t("mail.letters.already_member.title"),
    paragraphs: [t("mail.letters.already_member.intro", { site }), t("mail.letters.already_member.what_to_do")],
    button: { label: t("mail.letters.already_member.button"), link },
    after: [t("mail.letters.already_member.not_you")],
  });
}
