import type { Context } from "../context.ts";
import type { Member } from "../identity/viewer.ts";
import { AppError } from "../lib/errors.ts";
import type { Clock } from "../lib/fair-queue.ts";
import { type LimitOutcome, type Limits, MINUTE, type Rule, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";

/** Refusals that an isolate remembers. Above this the oldest are forgotten, and asked for again. */
const REMEMBERED = 5_000;
/** For so long (ms): then the counter is asked again, which may have been cleared from elsewhere. */
const ASK_AGAIN = MINUTE;

/** Who tries to log in to what. */
export interface Attempt {
  ctx: Context;
  /** As it was typed, in one spelling. */
  identifier: string;
  /** By which failures count: the account, or what was typed, in its one spelling, where that must not or cannot be said. */
  account: string;
  /** The account was logged in to on this device before. */
  known: boolean;
}

/** Strangers whose log-in an isolate looks at at once: in all, and for one name. */
const PRESENT = 100;
const PRESENT_FOR_ONE = 8;
/** Whose request was cancelled never says that it is done, and counts for so long (ms). */
const STAYS = 10_000;

export type LoginLimits = ReturnType<typeof createLoginLimits>;

/**
 * What keeps passwords from being guessed. A device that knows the account has a counter of its own, so that nobody can
 * lock its owner out; strangers share three. Refusals are remembered in the isolate: a flood that is refused already costs
 * no query, no object and above all no hash.
 */
export function createLoginLimits(limits: Limits, clock: Pick<Clock, "now">) {
  const present = new Set<{ identifier: string; at: number }>();
  const refused = new Map<string, { until: number; askedAt: number }>();

  function remember(key: string, { retryAfterMs }: LimitOutcome, now: number): void {
    if (refused.size >= REMEMBERED) refused.delete(refused.keys().next().value as string);
    refused.set(key, { until: now + retryAfterMs, askedAt: now });
  }
  function recall(key: string, code: "login_blocked" | "too_many_requests", now: number): void {
    const { until, askedAt } = refused.get(key) ?? { until: 0, askedAt: 0 };
    if (until > now && now - askedAt < ASK_AGAIN) refuseOver({ allowed: false, retryAfterMs: until - now }, code);
  }
  async function count([key, windows]: Rule, now: number, asked = key): Promise<LimitOutcome> {
    const outcome = await limits.hit(key, windows, now);
    if (!outcome.allowed) remember(asked, outcome, now);
    return outcome;
  }

  return {
    /**
     * Before anything is asked of anybody, for a browser that was never logged in: the function that says it is done.
     * @throws what is known to be refused; too_many_requests where too many are being looked at.
     */
    enter(attempt: Pick<Attempt, "ctx" | "identifier">): () => void {
      this.recall(attempt);
      const now = clock.now();
      for (const one of present) if (now - one.at > STAYS) present.delete(one);
      const same = [...present].filter(({ identifier }) => identifier === attempt.identifier).length;
      if (present.size >= PRESENT || same >= PRESENT_FOR_ONE) throw crowded();
      const mine = { identifier: attempt.identifier, at: now };
      present.add(mine);
      return () => void present.delete(mine);
    },

    /** @throws what is known to be refused. */
    recall({ ctx, identifier }: Pick<Attempt, "ctx" | "identifier">): void {
      recall(network(ctx)[0], "too_many_requests", ctx.now);
      recall(own(ctx, identifier)[0], "login_blocked", ctx.now);
      recall(strangers(ctx, identifier)[0], "login_blocked", ctx.now);
    },

    /**
     * Counted before the password is looked at: parallel guesses get no more tries than there are.
     * @throws login_blocked with the minutes left; too_many_requests for a network that fails on accounts by the dozen.
     */
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

    /** Whoever proved to own the account by other means may try again here: the failures of this device and of strangers are over. */
    async lift(ctx: Context, { id, account, profile }: Member): Promise<void> {
      const keys = [id, account.email, profile.nameKey].flatMap((one) => [own(ctx, one)[0], strangers(ctx, one)[0]]);
      for (const key of keys) refused.delete(key);
      await Promise.all([device(ctx, id)[0], ...keys].map((key) => limits.clear(key)));
    },

    /** Takes back what was counted for a try that came to nothing. */
    async release({ ctx, account, known }: Attempt): Promise<void> {
      const keys = known ? [device(ctx, account)] : [own(ctx, account), strangers(ctx, account), network(ctx)];
      await Promise.all(keys.map(([key]) => limits.release(key, ctx.now)));
    },

    /** The password was right: the failures before it are forgotten, but not what else the network did. */
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

/** Too many wait for their password to be looked at: the same try may succeed in a few seconds. */
export function crowded(): AppError {
  return new AppError("too_many_requests", { params: { minutes: 1 }, retryAfter: 3 });
}

const own = (ctx: Context, account: string) => limitOf("loginOwn", { pool: ctx.domain.pool, account, network: ctx.network });
const device = (ctx: Context, account: string) =>
  limitOf("loginDevice", { pool: ctx.domain.pool, account, device: ctx.device ?? "" });
const strangers = (ctx: Context, account: string) => limitOf("loginStrangers", { pool: ctx.domain.pool, account });
const network = (ctx: Context) => limitOf("loginNetwork", { network: ctx.network });
