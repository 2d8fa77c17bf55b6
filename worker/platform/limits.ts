import { hmac } from "./crypto.ts";
import { MINUTE } from "./durations.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import type { LimitCounter } from "./limits.object.ts";
import type { Limit, LimitOutcome } from "./limits-window.ts";

export type Rule = readonly [key: string, limits: Limit[]];

/** Sliding windows; `now` in ms. */
export interface Limits {
  /** Atomic per key. `calls` are counted as that many hits, or none of them. */
  hit(key: string, limits: Limit[], now: number, calls?: number): Promise<LimitOutcome>;
  check(key: string, limits: Limit[], now: number): Promise<LimitOutcome>;
  release(key: string, at: number): Promise<void>;
  clear(key: string): Promise<void>;
}

/** As docs/scale.md reckons: each is a start, an hourly alarm and a store of its own. */
const SHARDS = 256;

/** The object that counts the key of this hash. */
export function shardOf(hash: string): string {
  let sum = 0;
  for (const letter of hash) sum = (sum * 31 + letter.charCodeAt(0)) % SHARDS;
  return `shard-${sum.toString(16).padStart(2, "0")}`;
}

/** Keys may hold personal data, so objects see a keyed hash. */
export function createLimits(namespace: DurableObjectNamespace<LimitCounter>, secret: string): Limits {
  async function at(key: string) {
    const name = await hmac(secret, `limit\n${key}`);
    return { name, object: namespace.getByName(shardOf(name)) };
  }
  return {
    async hit(key, limits, now, calls = 1) {
      const { name, object } = await at(key);
      return object.hit(name, limits, now, calls);
    },
    async check(key, limits, now) {
      const { name, object } = await at(key);
      return object.check(name, limits, now);
    },
    async release(key, counted) {
      const { name, object } = await at(key);
      await object.release(name, counted);
    },
    async clear(key) {
      const { name, object } = await at(key);
      await object.clear(name);
    },
  };
}

/** Counts all rules or none. */
export async function hitAll(limits: Limits, rules: Rule[], now: number): Promise<LimitOutcome> {
  const counted: string[] = [];
  for (const [key, room] of rules) {
    const outcome = await limits.hit(key, room, now);
    if (!outcome.allowed) {
      await Promise.all(counted.map((one) => limits.release(one, now)));
      return outcome;
    }
    counted.push(key);
  }
  return { allowed: true, retryAfterMs: 0 };
}

/** @throws too_many_requests */
export function refuseOver(outcome: LimitOutcome, code: ErrorCode = "too_many_requests"): void {
  if (outcome.allowed) return;
  const minutes = Math.ceil(outcome.retryAfterMs / MINUTE);
  throw new AppError(code, { params: { minutes }, retryAfter: Math.ceil(outcome.retryAfterMs / 1000) });
}
