import type { Card } from "#worker/discovery/members/members.contract.ts";

export type CardReason = "trip" | "common" | "near" | "answers" | "new";

/** In km: nearer is a reason to look. */
const NEAR = 25;

/** The one reason that a card gives (decision 96); null for none. */
export function reasonOf({
  trip,
  common,
  distance,
  answers_within_day,
  is_new,
}: Pick<Card, "trip" | "common" | "distance" | "answers_within_day" | "is_new">): CardReason | null {
  if (trip) return "trip";
  if (common > 1) return "common";
  if (distance !== null && distance <= NEAR) return "near";
  if (answers_within_day) return "answers";
  if (is_new) return "new";
  return common > 0 ? "common" : null;
}
