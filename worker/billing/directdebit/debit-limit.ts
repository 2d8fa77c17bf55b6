import type { DebitLimit } from "#worker/billing/payments/order-limits.sql.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { formatDay, readerOf } from "#worker/platform/dates.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { readersZone } from "#worker/platform/zones.ts";
import type { DirectDebitStore } from "./directdebit.store.ts";

/** In euro cents, within `WINDOW`. */
const MOST = 150_00;
export const WINDOW = 30 * DAY;
/** In ms from the signature to the collection: the notice period that the mandate agrees on. */
export const NOTICE = 2 * DAY;

type Standing = Awaited<ReturnType<DirectDebitStore["standing"]>>;

/** @throws directdebit_blocked */
export function refuseBlocked({ blocked }: Pick<Standing, "blocked">): void {
  if (blocked) throw new AppError("directdebit_blocked");
}

/** At most one open debit, and at most `MOST` within `WINDOW`, of a member and of a bank account. @throws directdebit_blocked, directdebit_limit */
export function refuseStanding(ctx: MemberContext, standing: Standing, amount: number): void {
  refuseBlocked(standing);
  const from = possibleFrom(standing.debits, amount, ctx.now);
  if (from !== null) throw new AppError("directdebit_limit", { params: { date: formatDay(from, readerFor(ctx)) } });
}

/** For every order by direct debit, with a mandate or on the provider's page. */
export function createDebitAdmission(store: Pick<DirectDebitStore, "standing">) {
  /** @throws directdebit_blocked, directdebit_limit */
  return async (ctx: MemberContext, amount: number, ibanPrint: string | null): Promise<DebitLimit> => {
    const since = ctx.now - WINDOW;
    refuseStanding(ctx, await store.standing(ctx.viewer.id, ibanPrint, since), amount);
    return { most: MOST, since };
  };
}

/** Null for at once. An open debit is expected to end on the day after its collection. */
function possibleFrom(debits: Standing["debits"], amount: number, now: number): number | null {
  const open = debits.findLast(({ status }) => status !== "completed");
  const after = open ? Math.max(open.createdAt + NOTICE, now) + DAY : 0;
  let sum = debits.reduce((total, debit) => total + debit.amount, amount);
  let free = 0;
  for (const debit of debits) {
    if (sum <= MOST) break;
    sum -= debit.amount;
    free = debit.createdAt + WINDOW;
  }
  // A single order above the limit never fits.
  if (sum > MOST) free = Math.max(free, now + WINDOW);
  const from = Math.max(after, free);
  return from > now ? from : null;
}

function readerFor({ language, country, domain: { settings } }: Context) {
  return readerOf(language, country, readersZone(null, country, settings.geoip_country));
}
