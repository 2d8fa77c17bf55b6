import { type Frame, type Letter, letter } from "./letter.ts";

export function deletionDoneMail(frame: Frame, { link }: { link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.deletion_done.subject", { site }),
    title: t("mail.letters.deletion_done.title"),
    paragraphs: [t("mail.letters.deletion_done.intro", { site }), t("mail.letters.deletion_done.stays")],
    button: { label: t("mail.letters.deletion_done.button", { site }), link },
    after: [t("mail.letters.deletion_done.last")],
  });
}
