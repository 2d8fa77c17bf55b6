import { type Frame, type Letter, letter, linesOf } from "./letter.ts";

/** Repeats no user input: the address is unverified. */
export function complaintMail(frame: Frame, { reference, link }: { reference: string; link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.complaint.subject", { reference }),
    title: t("mail.letters.complaint.title"),
    paragraphs: [t("mail.letters.complaint.intro", { site, reference }), t("mail.letters.complaint.next")],
    button: { label: t("mail.letters.complaint.button"), link },
    after: [t("mail.letters.complaint.not_you")],
  });
}

export function complaintAnswerMail(
  frame: Frame,
  { reference, answer, link }: { reference: string; answer: string; link: string },
): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.complaint_answer.subject", { reference }),
    title: t("mail.letters.complaint_answer.title"),
    paragraphs: [t("mail.letters.complaint_answer.intro", { site, reference }), ...linesOf(answer)],
    button: { label: t("mail.letters.complaint_answer.button"), link },
    after: [t("mail.letters.complaint_answer.more", { reference })],
  });
}
