import { OLDEST } from "#worker/discovery/members/search.vocabulary.ts";
import { hasTown, type WishFilter, wantedBy, wishFilterOf } from "#worker/discovery/wishes/wish-filter.ts";
import { type Wanted, WISH_DISTANCES, youngestOn } from "#worker/discovery/wishes/wishes.vocabulary.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Deck, Wider } from "./swipe.contract.ts";
import type { SwipeStore } from "./swipe.store.ts";

/** Years added at both ends. */
const AGE_STEPS = [5, 10];
/** A larger number is told as "more than". */
const MOST_TOLD = 50;

interface Choice {
  changed: Wider["changed"];
  wanted: Wanted;
}

/** What an empty deck tells: of each kind the smallest change that brings somebody. Without wishes there is none. */
export async function widerOf(
  ctx: MemberContext,
  count: (choices: WishFilter[]) => ReturnType<SwipeStore["wider"]>,
): Promise<Pick<Deck, "seen_all" | "wider">> {
  const choices = choicesOf(ctx);
  const filters = choices.map(({ wanted }) => wishFilterOf(ctx, wanted));
  const { counts, counted, whole } = await count(filters);
  const found = choices.flatMap(({ changed, wanted }, i) => {
    const n = counts[i] ?? 0;
    if (n === 0) return [];
    // "More than" holds for one less than the bounded look has found.
    const more = n > MOST_TOLD || (n > 1 && !(counted && whole));
    return [{ changed, count: more ? Math.min(n - 1, MOST_TOLD) : n, more, wishes: inputOf(wanted) }];
  });
  const kinds = ["distance", "ages", "dealbreakers"].flatMap((kind) => found.find(({ changed }) => changed === kind) ?? []);
  return { seen_all: whole, wider: kinds.length > 0 ? kinds : found.slice(0, 1) };
}

function choicesOf(ctx: MemberContext): Choice[] {
  const wanted = wantedBy(ctx);
  const { distance } = wanted;
  const everybody: Wanted["ages"] = [youngestOn(ctx.domain.settings), OLDEST];
  const farther = distance === null || !hasTown(ctx) ? [] : [...WISH_DISTANCES.filter((one) => one > distance), null];
  const older = [...AGE_STEPS.map((step) => widened(wanted.ages, step, everybody)), everybody];
  const ages = older.filter(([from, to]) => from < wanted.ages[0] || to > wanted.ages[1]);
  const free = Object.keys(wanted.dealbreakers).length > 0 ? [{}] : [];
  return [
    ...farther.map((one): Choice => ({ changed: "distance", wanted: { ...wanted, distance: one } })),
    ...ages.map((one): Choice => ({ changed: "ages", wanted: { ...wanted, ages: one } })),
    ...free.map((none): Choice => ({ changed: "dealbreakers", wanted: { ...wanted, dealbreakers: none } })),
    { changed: "all", wanted: { ages: everybody, distance: null, dealbreakers: {} } },
  ];
}

function widened([from, to]: Wanted["ages"], years: number, [youngest, oldest]: Wanted["ages"]): Wanted["ages"] {
  return [Math.max(youngest, from - years), Math.min(oldest, to + years)];
}

function inputOf({ ages: [min_age, max_age], distance, dealbreakers }: Wanted): Wider["wishes"] {
  return { min_age, max_age, distance, dealbreakers };
}
