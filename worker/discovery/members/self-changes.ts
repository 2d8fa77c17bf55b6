import { DAY } from "#worker/platform/durations.ts";
import type { ProfileRow } from "./card.ts";

/** Of gender, orientation and whom the member looks for, together. A change back counts too. Decision 141. */
const MOST_SELF_CHANGES = 2;
/** In ms. */
const CHANGES_WITHIN = 30 * DAY;

/** By the field of the call. */
const PARTS = { gender: "gender", identity: "identity", looking_for: "lookingFor", sexuality: "sexuality" } as const;
type Part = (typeof PARTS)[keyof typeof PARTS];

type Said = Partial<Pick<ProfileRow, Part>>;
export type SelfChanges = Said & Pick<ProfileRow, "selfChanges">;

/** How many changes are left, and when (ms) the next one is; null while there is one. */
export function selfChangesLeft({ selfChanges }: Pick<ProfileRow, "selfChanges">, now: number) {
  const counted = countedChanges(selfChanges, now);
  const [oldest] = counted.slice(-MOST_SELF_CHANGES);
  const left = Math.max(0, MOST_SELF_CHANGES - counted.length);
  return { left, againAt: left > 0 || oldest === undefined ? null : oldest + CHANGES_WITHIN };
}

/**
 * What changes and counts, by the field of the call, and the times to store with it. An orientation that is said for the
 * first time is no change.
 */
export function selfChangesOf(row: Pick<ProfileRow, Part | "selfChanges">, said: Said, now: number) {
  const fields = (Object.keys(PARTS) as (keyof typeof PARTS)[]).filter((field) => {
    const part = PARTS[field];
    if (part === "identity") return said.identity !== undefined && said.identity?.code !== row.identity?.code;
    return said[part] !== undefined && said[part] !== row[part] && row[part] !== null;
  });
  return { fields, selfChanges: [...countedChanges(row.selfChanges, now), now].slice(-MOST_SELF_CHANGES) };
}

/** Splits off what is written only while no other change was made. */
export function withoutSelf<C extends Partial<SelfChanges>>(
  changes: C,
): { self: SelfChanges | null; rest: Omit<C, keyof SelfChanges> | C } {
  const { gender, identity, lookingFor, sexuality, selfChanges, ...rest } = changes;
  if (!selfChanges) return { self: null, rest: changes };
  const said = Object.entries({ gender, identity, lookingFor, sexuality }).filter(([, value]) => value !== undefined);
  return { self: { ...(Object.fromEntries(said) as Said), selfChanges }, rest };
}

function countedChanges(changes: readonly number[], now: number): number[] {
  return changes.filter((at) => at + CHANGES_WITHIN > now);
}
