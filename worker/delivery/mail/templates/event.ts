import { type Frame, type Letter, letter } from "./letter.ts";

interface Content {
  title: string;
  where: string;
  when: string;
  link: string | null;
}

/** The subject names no event: others may see the list of mails. */
export function eventChangedMail(frame: Frame, { title, where, when, link }: Content): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.event_changed.subject", { site }),
    title: t("mail.letters.event_changed.title"),
    paragraphs: [t("mail.letters.event_changed.intro"), title, when, where],
    button: link === null ? null : { label: t("mail.letters.event_changed.button"), link },
    after: [t("mail.letters.event_changed.after")],
  });
}

export function eventCancelledMail(frame: Frame, { title, where, when, link }: Content): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.event_cancelled.subject", { site }),
    title: t("mail.letters.event_cancelled.title"),
    paragraphs: [t("mail.letters.event_cancelled.intro"), title, when, where],
    button: link === null ? null : { label: t("mail.letters.event_changed.button"), link },
    after: [],
  });
}
