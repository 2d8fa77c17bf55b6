import { SLOWED } from "#worker/discovery/signals/signals.vocabulary.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { UPHELD_DAYS } from "#worker/people/reports/decisions.vocabulary.ts";
import type { Output } from "#worker/platform/call.ts";
import { DAY } from "#worker/platform/durations.ts";
import { standingOf } from "./permission.ts";
import type { contract, Starts } from "./starts.contract.ts";
import type { StartsStore } from "./starts.store.ts";
import {
  grownBy,
  nextStart,
  START_FACTS,
  START_GROWTH,
  STARTS_FREE,
  STARTS_PAID,
  type StartStanding,
  startsPerDay,
  UPHELD_POINTS,
} from "./starts.vocabulary.ts";

export function createStarts({ store }: { store: StartsStore }) {
  return {
    async firstContacts(ctx: MemberContext): Promise<Output<typeof contract.firstContacts>> {
      const { begun, upheld } = await store.starts(ctx.viewer.id, ctx.now);
      return startsOf(standingOf(ctx, upheld), begun);
    },
  };
}

/** What the member and staff read. */
export function startsOf(standing: StartStanding, begun: readonly number[]): Starts {
  const most = startsPerDay(standing, SLOWED.starts);
  const next = nextStart(begun, most, DAY);
  const counting = grownBy(standing);
  return {
    most,
    begun: begun.length,
    next_at: next === null ? null : iso(next),
    growth: [
      ...START_FACTS.map((fact) => ({ fact, more: START_GROWTH[fact], counts: counting.includes(fact) })),
      { fact: "paid" as const, more: STARTS_PAID - STARTS_FREE, counts: standing.paid },
    ],
    upheld: standing.upheld.map(({ at, reason }) => ({
      at: iso(at),
      until: iso(at + UPHELD_DAYS * DAY),
      halvings: UPHELD_POINTS[reason],
    })),
    slowed_to: standing.slowed ? SLOWED.starts : null,
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
