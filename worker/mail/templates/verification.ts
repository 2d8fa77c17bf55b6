import type { ProofRefusal } from "#worker/verifications/verifications.vocabulary.ts";
import { type Frame, type Letter, letter } from "./letter.ts";

export function verificationApprovedMail(frame: Frame, { link, days }: { link: string; days: number }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.verification_approved.subject", { site }),
    title: t("mail.letters.verification_approved.title"),
    paragraphs: [t("mail.letters.verification_approved.intro", { site }), t("verifications.rule")],
    button: { label: t("mail.letters.verification_approved.button"), link },
    after: [t("verifications.kept", { days })],
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
