import type { Attribute } from "#db/schema/attribute-table.ts";
import type { Wishes } from "#db/schema/attributes.ts";
import { OLDEST, YOUNGEST } from "#worker/discovery/members/search.vocabulary.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { type FieldError, invalid } from "#worker/platform/errors.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { hasTown } from "./wish-filter.ts";
import type { WishesAnswer, WishesInput } from "./wishes.contract.ts";
import type { Seen, WishesStore } from "./wishes.store.ts";
import {
  allowedDealbreakers,
  defaultAges,
  isCode,
  MOST_DEALBREAKERS,
  WISH_DISTANCES,
  wishesOn,
  youngestOn,
} from "./wishes.vocabulary.ts";

export function createWishes({ store }: { store: WishesStore }) {
  return {
    wishes: (ctx: MemberContext): WishesAnswer => shown(ctx, ctx.viewer.preferences.wishes),

    /** Idempotent. @throws invalid */
    async updateWishes(ctx: MemberContext, input: WishesInput): Promise<WishesAnswer> {
      const { viewer, domain, now } = ctx;
      const wrong = wishProblems(input, domain.settings, viewer);
      if (wrong.length > 0) throw invalid(...wrong);
      const wishes = changedWishes(viewer.preferences.wishes, input, { ...viewer.profile, settings: domain.settings, now });
      await store.save(viewer.id, wishes, seenBy(wishes), now);
      return shown(ctx, wishes);
    },
  };
}

/** `member` is null before the account exists: fields that members alone see are not offered then. */
export function wishProblems(
  input: WishesInput,
  settings: Settings,
  member: Pick<MemberContext["viewer"], "preferences"> | null,
): FieldError[] {
  const wrong: FieldError[] = [];
  const { min_age, max_age, dealbreakers = {} } = input;
  if ((min_age ?? null) === null && (max_age ?? null) !== null) wrong.push({ field: "min_age", code: "required" });
  if ((max_age ?? null) === null && (min_age ?? null) !== null) wrong.push({ field: "max_age", code: "required" });
  const offered = allowedDealbreakers(settings, member);
  const named = Object.entries(dealbreakers) as [Attribute, string][];
  for (const field of ["min_age", "max_age"] as const) {
    const age = input[field] ?? YOUNGEST;
    if (!(Number.isInteger(age) && age >= YOUNGEST && age <= OLDEST)) wrong.push({ field, code: "out_of_range" });
  }
  const { distance = null } = input;
  if (distance !== null && !WISH_DISTANCES.includes(distance)) wrong.push({ field: "distance", code: "unknown_option" });
  for (const [field, code] of named)
    if (!offered.includes(field) || !isCode(field, code)) wrong.push({ field: `dealbreakers.${field}`, code: "unknown_option" });
  if (named.length > MOST_DEALBREAKERS)
    wrong.push({ field: "dealbreakers", code: "too_many", params: { max: MOST_DEALBREAKERS } });
  return wrong;
}

/** Ages that equal the default stay the default, so that they follow the own age. */
export function changedWishes(
  before: Wishes,
  { min_age, max_age, distance, dealbreakers, only_these, everybody }: WishesInput,
  of: { birthDate: string; settings: Settings; now: number },
): Wishes {
  const wishes: Wishes = { ...before };
  if (min_age !== undefined && max_age !== undefined) {
    const [from, to] = defaultAges(of.birthDate, of.settings, of.now);
    const youngest = youngestOn(of.settings);
    const [one, other] = [min_age, max_age].map((age) => age && Math.max(youngest, age));
    if (one && other && (Math.min(one, other) !== from || Math.max(one, other) !== to))
      wishes.ages = [Math.min(one, other), Math.max(one, other)];
    else delete wishes.ages;
  }
  if (distance) wishes.distance = distance;
  else if (distance === null) delete wishes.distance;
  if (dealbreakers) wishes.dealbreakers = dealbreakers as NonNullable<Wishes["dealbreakers"]>;
  if (only_these !== undefined) wishes.onlyThese = only_these || undefined;
  if (everybody !== undefined) wishes.everybody = everybody || undefined;
  // From then on the ages are chosen: the lists of others cannot follow the own age.
  if (wishes.onlyThese) wishes.ages ??= defaultAges(of.birthDate, of.settings, of.now);
  return wishes;
}

/** Null for everybody. */
function seenBy({ onlyThese, ages, distance }: Wishes): Seen {
  if (!onlyThese || !ages) return { seenFrom: null, seenTo: null, seenWithin: null };
  const [from, to] = ages;
  return { seenFrom: from, seenTo: to < OLDEST ? to : null, seenWithin: distance ?? null };
}

function shown(ctx: MemberContext, stored: Wishes): WishesAnswer {
  const { viewer, domain, now } = ctx;
  const { ages, distance, dealbreakers } = wishesOn(stored, viewer.profile.birthDate, domain.settings, now);
  return {
    min_age: ages[0],
    max_age: ages[1],
    default_ages: stored.ages === undefined,
    distance,
    has_town: hasTown(ctx),
    dealbreakers,
    fields: allowedDealbreakers(domain.settings, viewer),
    only_these: stored.onlyThese === true,
    everybody: stored.everybody === true,
  };
}
