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

/** The answer itself, line by line, as it was written. */
export function complaintAnswerMail(
  frame: Frame,
  { reference, answer, link }: { reference: string; answer: string; link: string },
): Letter {
  const { t, site } = frame;
  const lines = answer.split(/\n+/).map((line) => line.trim());
  return letter(frame, {
    subject: t("mails.complaint_answer.subject", { reference }),
    title: t("mails.complaint_answer.title"),
    paragraphs: [t("mails.complaint_answer.intro", { site, reference }), ...lines.filter((line) => line !== "")],
    button: { label: t("mails.complaint_answer.button"), link },
    after: [t("mails.complaint_answer.more", { reference })],
  });
}
