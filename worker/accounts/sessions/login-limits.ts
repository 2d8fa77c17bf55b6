import type { Context } from "#worker/people/identity/context.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { Clock } from "#worker/platform/fair-queue.ts";
import { type Limits, type Rule, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { LimitOutcome } from "#worker/platform/limits-window.ts";
import { createRecent } from "#worker/platform/recent.ts";

/** Refusals cached per isolate: a flood costs no query and no hash. */
const REMEMBERED = 5_000;
/** Ms until a cached refusal asks the counter again, which another isolate may have cleared. */
const ASK_AGAIN = MINUTE;

export interface Attempt {
  ctx: Context;
  identifier: string;
  /** Counter key: the account id, or the typed name where the id would disclose the account. */
  account: string;
  /** This device logged in to the account before. */
  known: boolean;
}

/** Concurrent log-ins per isolate without a device secret: in total, and per identifier. */
const PRESENT = 100;
const PRESENT_FOR_ONE = 8;
/** Maximum lifetime of an entry in ms. A cancelled request never removes its own. */
const STAYS = 10_000;

export type LoginLimits = ReturnType<typeof createLoginLimits>;

/** Known devices have their own counter, so strangers cannot lock an owner out. */
export function createLoginLimits(limits: Limits, clock: Pick<Clock, "now">) {
  const present = new Set<{ identifier: string; at: number }>();
  const refused = createRecent<string, { until: number; checkedAt: number }>(REMEMBERED);

  function remember(key: string, { retryAfterMs }: LimitOutcome, now: number): void {
    refused.set(key, { until: now + retryAfterMs, checkedAt: now });
  }
  function refuseRemembered(key: string, code: "login_blocked" | "too_many_requests", now: number): void {
    const { until, checkedAt } = refused.get(key) ?? { until: 0, checkedAt: 0 };
    if (until > now && now - checkedAt < ASK_AGAIN) refuseOver({ allowed: false, retryAfterMs: until - now }, code);
  }
  function recall({ ctx, identifier }: Pick<Attempt, "ctx" | "identifier">): void {
    refuseRemembered(network(ctx)[0], "too_many_requests", ctx.now);
    refuseRemembered(own(ctx, identifier)[0], "login_blocked", ctx.now);
    refuseRemembered(strangers(ctx, identifier)[0], "login_blocked", ctx.now);
  }
  async function count([key, windows]: Rule, now: number, asked = key): Promise<LimitOutcome> {
    const outcome = await limits.hit(key, windows, now);
    if (!outcome.allowed) remember(asked, outcome, now);
    return outcome;
  }

  return {
    /** Bounds log-ins without a device secret; returns the release. @throws login_blocked, too_many_requests */
    enter(attempt: Pick<Attempt, "ctx" | "identifier">): () => void {
      recall(attempt);
      const now = clock.now();
      for (const one of present) if (now - one.at > STAYS) present.delete(one);
      const same = [...present].filter(({ identifier }) => identifier === attempt.identifier).length;
      if (present.size >= PRESENT || same >= PRESENT_FOR_ONE) throw crowded();
      const mine = { identifier: attempt.identifier, at: now };
      present.add(mine);
      return () => void present.delete(mine);
    },

    recall,

    /** Counts before the comparison: parallel guesses get no extra tries. @throws login_blocked, too_many_requests */
    async count({ ctx, identifier, account, known }: Attempt): Promise<void> {
      const { now } = ctx;
      if (known) {
        refuseOver(await limits.hit(...device(ctx, account), now), "login_blocked");
        return;
      }
      refuseOver(await count(own(ctx, account), now, own(ctx, identifier)[0]), "login_blocked");
      const [ofStrangers, ofNetwork] = await Promise.all([
        count(strangers(ctx, account), now, strangers(ctx, identifier)[0]),
        count(network(ctx), now),
      ]);
      refuseOver(ofStrangers, "login_blocked");
      refuseOver(ofNetwork);
    },

    /** After another proof of ownership: clears the failures of this device, this network and all strangers. */
    async lift(ctx: Context, { id, account, profile }: Member): Promise<void> {
      const keys = [id, account.email, profile.nameKey].flatMap((one) => [own(ctx, one)[0], strangers(ctx, one)[0]]);
      for (const key of keys) refused.delete(key);
      await Promise.all([device(ctx, id)[0], ...keys].map((key) => limits.clear(key)));
    },

    async release({ ctx, account, known }: Attempt): Promise<void> {
      const keys = known ? [device(ctx, account)] : [own(ctx, account), strangers(ctx, account), network(ctx)];
      await Promise.all(keys.map(([key]) => limits.release(key, ctx.now)));
    },

    /** Clears the account's failures, but only this try of the network's. */
    async succeeded({ ctx, account, known }: Attempt): Promise<void> {
      if (known) return limits.clear(device(ctx, account)[0]);
      await Promise.all([
        limits.clear(own(ctx, account)[0]),
        limits.clear(strangers(ctx, account)[0]),
        limits.release(network(ctx)[0], ctx.now),
      ]);
    },
  };
}

export function crowded(): AppError {
  return new AppError("too_many_requests", { params: { minutes: 1 }, retryAfter: 3 });
}

const own = (ctx: Context, account: string) => limitOf("loginOwn", { pool: ctx.domain.pool, account, network: ctx.network });
const device = (ctx: Context, account: string) =>
  limitOf("loginDevice", { pool: ctx.domain.pool, account, device: ctx.device ?? "" });
const strangers = (ctx: Context, account: string) => limitOf("loginStrangers", { pool: ctx.domain.pool, account });
const network = (ctx: Context) => limitOf("loginNetwork", { network: ctx.network });
