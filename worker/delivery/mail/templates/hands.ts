import { type Frame, type Letter, letter, linesOf } from "./letter.ts";

/** Staff's own words. */
export function staffLetterMail(frame: Frame, { text, link }: { text: string; link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.staff.subject", { site }),
    title: t("mail.letters.staff.title"),
    paragraphs: linesOf(text),
    button: { label: t("mail.letters.complaint_answer.button"), link },
    after: [t("mail.letters.staff.more")],
  });
}

export function nameChangedMail(frame: Frame, { name, link }: { name: string; link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.name_changed.subject", { site }),
    title: t("mail.letters.name_changed.title"),
    paragraphs: [t("mail.letters.name_changed.text", { name })],
    button: { label: t("mail.letters.lifted.button"), link },
    after: [],
  });
}

export function addressChangedMail(frame: Frame, { link }: { link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.address_changed.subject", { site }),
    title: t("mail.letters.address_changed.title"),
    paragraphs: [t("mail.letters.address_changed.text", { site })],
    button: { label: t("mail.letters.lifted.button"), link },
    after: [t("mail.letters.address_changed.not_you")],
  });
}

export function creditsGivenMail(frame: Frame, { credits, link }: { credits: number; link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.credits_given.subject", { site }),
    title: t("mail.letters.credits_given.title"),
    paragraphs: [t("mail.letters.credits_given.text", { credits: `${credits}` })],
    button: { label: t("mail.letters.fraud.button"), link },
    after: [],
  });
}

/** Operators' own words. */
export function siteNewsMail(
  frame: Frame,
  { subject, text, link, unsubscribe }: { subject: string; text: string; link: string; unsubscribe: string },
): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject,
    title: subject,
    paragraphs: linesOf(text),
    button: { label: t("mail.letters.deletion_done.button", { site }), link },
    after: [],
    unsubscribe,
  });
}
