import { type StaffRole, WORK_KINDS, type WorkKind } from "#db/schema/attributes.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";

const MODERATION: readonly StaffRole[] = ["operator", "moderator"];
const SUPPORT: readonly StaffRole[] = ["operator", "support"];
const DESK: readonly StaffRole[] = ["operator", "desk"];

export const WORKERS: Readonly<Record<WorkKind, readonly StaffRole[]>> = {
  photo: MODERATION,
  report: MODERATION,
  text: MODERATION,
  appeal: MODERATION,
  verification: MODERATION,
  age: MODERATION,
  complaint: ["operator", "support", "moderator"],
  refund: SUPPORT,
  withdrawal: SUPPORT,
  member: MODERATION,
  request: SUPPORT,
  desk: DESK,
};

/** Kinds whose items wait in a queue. */
export const WAITING_KINDS: readonly WorkKind[] = WORK_KINDS.filter((kind) => kind !== "member");

/** In ms: until then a decision can be undone, and neither its effect nor its mail has left. */
export const UNDO = 10_000;

/** Ends the action of an audit row about a decision that only the setting `one_person` allows. */
export const ALONE = ", alone";

/** In ms: what is due by then is taken first. */
export const SOON = 2 * HOUR;

/** How many items are taken at once, and for how long in ms. Letters take longer than photos. */
export function leaseOf(kind: WorkKind): { most: number; ms: number } {
  if (kind === "complaint") return { most: 5, ms: HOUR };
  return kind === "desk" ? { most: 5, ms: 20 * MINUTE } : { most: 20, ms: 10 * MINUTE };
}

/** In ms: so long accounts of one maker do not check each other. */
export const NEWCOMER = 7 * DAY;
