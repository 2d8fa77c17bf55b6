import { type Frame, type Letter, letter } from "./letter.ts";

/** Says that a notice or complaint came in. Nothing of what was written is repeated: anybody can enter anybody's address. */
export function complaintMail(frame: Frame, { reference, link }: { reference: string; link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mails.complaint.subject", { reference }),
    title: t("mails.complaint.title"),
    paragraphs: [t("mails.complaint.intro", { site, reference }), t("mails.complaint.next")],
    button: { label: t("mails.complaint.button"), link },
    after: [t("mails.complaint.not_you")],
  });
}
