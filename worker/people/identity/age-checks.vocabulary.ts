import type { AGE_CHECK_REFUSALS } from "#db/schema/age-methods.ts";

export type AgeCheckRefusal = (typeof AGE_CHECK_REFUSALS)[number];

/** Key of the text of a refusal, for its mail and its page. */
export function ageCheckReason(reason: AgeCheckRefusal) {
  if (reason === "other_gesture" || reason === "edited") return `verifications.reasons.${reason}` as const;
  return `age.person.reasons.${reason}` as const;
}
