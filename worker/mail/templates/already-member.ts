import { type Frame, type Letter, letter } from "./letter.ts";

/** To the owner of an address that somebody signed up with again, on a domain that tells nobody else that it is known. */
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
