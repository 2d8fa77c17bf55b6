import { INTERESTS, INTIMATE, type Interest, type IntimateTicks } from "#db/schema/interests.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { showsIntimate } from "#worker/sites/domains/intimate.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { ProfileRow } from "./card.ts";
import { isIntimate, listedInterests } from "./interests.vocabulary.ts";

/** In ms: an intimate tick counts from then on, so that nobody reads those of others by ticking. */
export const TICK_COUNTS_AFTER = DAY;
export const MOST_CHANGES = 3;
/** In ms. */
const CHANGES_WITHIN = 30 * DAY;

type Row = Pick<ProfileRow, "interests" | "intimate">;

/** Which interests of a member the viewer sees, and which intimate ones both ticked. Nothing else reads `intimate`. Decision 92. */
export function seenInterests(
  row: Row & Pick<ProfileRow, "id">,
  { viewer, domain: { settings }, now }: Context,
): { interests: Interest[]; both: Interest[] } {
  if (!settings.visible_profile_fields.includes("interests")) return { interests: [], both: [] };
  const interests = listedInterests(row.interests, settings);
  if (!viewer || viewer.id === row.id) return { interests, both: [] };
  const [theirs, own] = [countingTicks(row, now), countingTicks(viewer.profile, now)];
  return { interests, both: INTERESTS.filter((code) => theirs.has(code) && own.has(code) && !interests.includes(code)) };
}

/** Everything that the member ticked: everyday ones first. */
export function ownInterests(row: Row): Interest[] {
  const all = new Set([...row.interests, ...INTERESTS.filter((code) => ticksOf(row)[code] !== undefined)]);
  return listedInterests([...all], { intimate_interests: "open", niche: 1 });
}

/** How often the member may still add intimate ticks, and when (ms) the next change is free again. */
export function changesLeft({ intimate }: Pick<Row, "intimate">, now: number): { left: number; againAt: number | null } {
  const counted = countedChanges(intimate, now);
  const [oldest] = counted.slice(-MOST_CHANGES);
  return {
    left: Math.max(0, MOST_CHANGES - counted.length),
    againAt: oldest === undefined || counted.length < MOST_CHANGES ? null : oldest + CHANGES_WITHIN,
  };
}

/**
 * What is stored for the wanted interests. On an open domain, intimate ones are like any other; elsewhere they are ticks.
 * `limited`: ticks are added beyond the limit. Taking them away always works, and counts as a change.
 */
export function storedInterests(
  wanted: readonly Interest[],
  row: Row,
  settings: Settings,
  now: number,
): Row & { limited: boolean } {
  const before = ticksOf(row);
  const open = showsIntimate(settings);
  const kept = INTIMATE.filter((code) => wanted.includes(code) && (!open || before[code] !== undefined));
  const ticks = Object.fromEntries(kept.map((code) => [code, before[code] ?? now]));
  const added = kept.some((code) => before[code] === undefined);
  const isChanged = added || Object.keys(before).length !== kept.length;
  const counted = countedChanges(row.intimate, now);
  // Two forms of everyday interests, sent at once, do not meet here.
  const isSaid = row.intimate.ticks !== undefined || ![...wanted, ...row.interests].some(isIntimate);
  const changes = isChanged ? [...counted, now].slice(-MOST_CHANGES) : counted;
  return {
    interests: wanted.filter((code) => open || !isIntimate(code)),
    intimate: isSaid && !isChanged ? row.intimate : { ticks, changes },
    limited: added && counted.length >= MOST_CHANGES,
  };
}

function ticksOf({ interests, intimate }: Row): Partial<Record<Interest, number>> {
  return intimate.ticks ?? Object.fromEntries(interests.filter(isIntimate).map((code) => [code, 0]));
}

function countingTicks(row: Row, now: number): Set<string> {
  const counting = Object.entries(ticksOf(row)).filter(([, since]) => since + TICK_COUNTS_AFTER <= now);
  return new Set(counting.map(([code]) => code));
}

function countedChanges({ changes = [] }: IntimateTicks, now: number): number[] {
  return changes.filter((at) => at + CHANGES_WITHIN > now);
}
