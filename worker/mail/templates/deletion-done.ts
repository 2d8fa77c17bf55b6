import { type Frame, type Letter, letter } from "./letter.ts";

/** The last mail to an address before it is forgotten. */
export function deletionDoneMail(frame: Frame, { link }: { link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mails.deletion_done.subject", { site }),
    title: t("mails.deletion_done.title"),
    paragraphs: [t("mails.deletion_done.intro", { site }), t("mails.deletion_done.stays")],
    button: { label: t("mails.deletion_done.button", { site }), link },
    after: [t("mails.deletion_done.last")],
  });
}
