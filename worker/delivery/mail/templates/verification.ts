import type { ProofRefusal } from "#worker/people/identity/verifications.vocabulary.ts";
import { type Frame, type Letter, letter } from "./letter.ts";

export function verificationApprovedMail(
  frame: Frame,
  { link, days, marked }: { link: string; days: number; marked: boolean },
): Letter {
  const { t, site } = frame;
  const after = [t("verifications.kept", { days })];
  if (!marked) {
    const title = t("verifications.fallen.title");
    const paragraphs = [t("verifications.fallen.text"), t("verifications.rule")];
    return letter(frame, { subject: title, title, paragraphs, button: { label: t("verifications.title"), link }, after });
  }
  return letter(frame, {
    subject: t("mail.letters.verification_approved.subject", { site }),
    title: t("mail.letters.verification_approved.title"),
    paragraphs: [t("mail.letters.verification_approved.intro", { site }), t("verifications.rule")],
    button: { label: t("mail.letters.verification_approved.button"), link },
    after,
  });
}

/** Statement of reasons, with the way to object (Regulation (EU) 2022/2065, article 17). */
export function verificationRefusedMail(
  frame: Frame,
  { reason, link, object, days }: { reason: ProofRefusal; link: string; object: string; days: number },
): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.verification_refused.subject", { site }),
    title: t("mail.letters.verification_refused.title"),
    paragraphs: [
      t("mail.letters.verification_refused.intro", { site }),
      t(`verifications.reasons.${reason}`),
      t("mail.letters.photo_refused.who"),
    ],
    button: { label: t("verifications.again"), link },
    after: [t("mail.letters.verification_refused.wrong", { days })],
    instead: { label: t("mail.letters.photo_refused.object"), link: object },
  });
}
