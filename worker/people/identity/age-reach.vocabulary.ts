import type { AgeTime } from "#worker/sites/domains/age.vocabulary.ts";

/** What a call reaches: see worker/server/age-reach.ts. */
export type AgeReach = "free" | "own" | "members" | "contact";

export const CLOSED: Record<AgeTime, readonly AgeReach[]> = {
  off: [],
  before_contact: ["contact"],
  before_members: ["contact", "members"],
  at_signup: ["contact", "members", "own"],
};

/** True if `reach` waits for the proof now. */
export function isClosed(gate: { when: AgeTime; from: string | null } | null, reach: AgeReach): boolean {
  return gate !== null && gate.from === null && CLOSED[gate.when].includes(reach);
}
