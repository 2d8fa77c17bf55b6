import { type AgeCheckRefusal, ageCheckReason } from "#worker/people/identity/age-checks.vocabulary.ts";
import { type Frame, type Letter, letter } from "./letter.ts";

export function ageCheckAcceptedMail(frame: Frame, { link }: { link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.age_check_accepted.subject", { site }),
    title: t("mail.letters.age_check_accepted.title"),
    paragraphs: [t("mail.letters.age_check_accepted.intro", { site })],
    button: { label: t("mail.letters.age_check_accepted.button"), link },
    after: [],
  });
}

/** Statement of reasons, with the way to object (Regulation (EU) 2022/2065, article 17). */
export function ageCheckRefusedMail(
  frame: Frame,
  { reason, link, object }: { reason: AgeCheckRefusal; link: string; object: string },
): Letter {
  const { t, site } = frame;
  const isDecided = reason !== "undecided";
  return letter(frame, {
    subject: t("mail.letters.age_check_refused.subject", { site }),
    title: t("mail.letters.age_check_refused.title"),
    paragraphs: [
      t("mail.letters.age_check_refused.intro", { site }),
      t(ageCheckReason(reason)),
      ...(isDecided ? [t("mail.letters.photo_refused.who")] : []),
    ],
    button: { label: t("verifications.again"), link },
    after: [],
    ...(isDecided && { instead: { label: t("mail.letters.photo_refused.object"), link: object } }),
  });
}
