import type { PhotoRefusal } from "#worker/people/reports/photo-decision.ts";
import { type Frame, type Letter, letter } from "./letter.ts";

export function photoApprovedMail(frame: Frame, { link, unsubscribe }: { link: string; unsubscribe: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.photo_approved.subject", { site }),
    title: t("mail.letters.photo_approved.title"),
    paragraphs: [t("mail.letters.photo_approved.intro", { site })],
    button: { label: t("mail.letters.photo_approved.button"), link },
    after: [],
    unsubscribe,
  });
}

/** Statement of reasons, with the way to object (Regulation (EU) 2022/2065, article 17). */
export function photoRefusedMail(
  frame: Frame,
  { reason, link, object }: { reason: PhotoRefusal; link: string; object: string },
): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.photo_refused.subject", { site }),
    title: t("mail.letters.photo_refused.title"),
    paragraphs: [
      t("mail.letters.photo_refused.intro", { site }),
      t(`photos.own.reasons.${reason}`),
      t("mail.letters.photo_refused.who"),
    ],
    button: { label: t("mail.letters.photo_refused.button"), link },
    after: [t("mail.letters.photo_refused.wrong")],
    instead: { label: t("mail.letters.photo_refused.object"), link: object },
  });
}
