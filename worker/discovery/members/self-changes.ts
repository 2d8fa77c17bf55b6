import { DAY } from "#worker/platform/durations.ts";
import type { ProfileRow } from "./card.ts";

/** Of gender, orientation and whom the member looks for, together. A change back counts too. Decision 141. */
const MOST_SELF_CHANGES = 2;
/** In ms. */
export const CHANGES_WITHIN = 30 * DAY;

/** By the field of the call. */
const PARTS = { gender: "gender", identity: "identity", looking_for: "lookingFor", sexuality: "sexuality" } as const;
type Part = (typeof PARTS)[keyof typeof PARTS];

type Said = Partial<Pick<ProfileRow, Part>>;
export type SelfChanges = Partial<Pick<ProfileRow, Part | "selfChanges">>;

/** How many changes are left, and when (ms) the next one is; null while there is one. */
export function selfChangesLeft({ selfChanges }: Pick<ProfileRow, "selfChanges">, now: number) {
  const counted = countedChanges(selfChanges, now);
  const [oldest] = counted.slice(-MOST_SELF_CHANGES);
  const left = Math.max(0, MOST_SELF_CHANGES - counted.length);
  return { left, againAt: left > 0 || oldest === undefined ? null : oldest + CHANGES_WITHIN };
}

/**
 * What is refused by the limit, by the field of the call, and the times to store. Taking back an identity or an orientation
 * counts while a change is left, and is never refused (GDPR, Article 7(3)). An orientation is said anew
 * for free while a change is left. Taking back the one before was counted.
 */
export function selfChangesOf(row: Pick<ProfileRow, Part | "selfChanges">, said: Said, now: number) {
  const changed = (Object.keys(PARTS) as (keyof typeof PARTS)[]).filter((field) => isChanged(row, said, PARTS[field]));
  const { left } = selfChangesLeft(row, now);
  if (left === 0) return { refused: changed.filter((field) => !isWithdrawal(row, said, PARTS[field])), selfChanges: undefined };
  const counts = changed.some((field) => row[PARTS[field]] !== null || field === "identity");
  const selfChanges = [...countedChanges(row.selfChanges, now), now].slice(-MOST_SELF_CHANGES);
  return { refused: [], selfChanges: counts ? selfChanges : undefined };
}

function isChanged(row: Pick<ProfileRow, Part>, said: Said, part: Part): boolean {
  if (said[part] === undefined) return false;
  return part === "identity" ? said.identity?.code !== row.identity?.code : said[part] !== row[part];
}

/** Without an identity nobody stays in both searches: leaving them goes with it. */
function isWithdrawal({ gender }: Pick<ProfileRow, "gender">, said: Said, part: Part): boolean {
  return said[part] === null || (part === "gender" && gender === "both" && said.identity === null);
}

/** Splits off what is written only while the member has changed none of it since it was read. */
export function withoutSelf<C extends SelfChanges>(changes: C): { self: SelfChanges | null; rest: Omit<C, keyof SelfChanges> } {
  const { gender, identity, lookingFor, sexuality, selfChanges, ...rest } = changes;
  const said = Object.entries({ gender, identity, lookingFor, sexuality, selfChanges }).filter(
    ([, value]) => value !== undefined,
  );
  return { self: said.length > 0 ? (Object.fromEntries(said) as SelfChanges) : null, rest };
}

function countedChanges(changes: readonly number[], now: number): number[] {
  return changes.filter((at) => at + CHANGES_WITHIN > now);
}
