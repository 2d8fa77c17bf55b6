import { type Limits, refuseOver } from "./limits.ts";
import type { LimitRow } from "./limits-rows.ts";
import { LIMITS, type LimitName, limitOf } from "./limits-table.ts";
import type { Limit, LimitOutcome } from "./limits-window.ts";
import { log } from "./log.ts";
import { createRecent } from "./recent.ts";

export interface Caller {
  member: string | null;
  network: string;
}

/** Cached keys per isolate; evicts the oldest. */
const REMEMBERED = 10_000;

interface Seen {
  /** Ms; start of the window in which this isolate admitted `count` calls. */
  since: number;
  count: number;
  refusedUntil: number;
}

export type CallLimits = ReturnType<typeof createCallLimits>;

/** Enforces rows counted `before` and `after` (decision 0020). Fails open; the isolate's own count bounds bursts. */
export function createCallLimits(limits: Limits, after: (work: Promise<unknown>) => void, random: () => number = Math.random) {
  const seen = createRecent<string, Seen>(REMEMBERED);
  const rowsOf = (call: string) =>
    (Object.entries(LIMITS) as [LimitName, LimitRow][]).filter(
      ([, row]) => (row.counted === "before" || row.counted === "after") && row.calls.includes(call),
    );
  const byCall = new Map<string, ReturnType<typeof rowsOf>>();

  function remembered(key: string, now: number, windowMs: number): Seen {
    const known = seen.get(key);
    if (known && now - known.since < windowMs) return known;
    const fresh = { since: now, count: 0, refusedUntil: known?.refusedUntil ?? 0 };
    seen.set(key, fresh);
    return fresh;
  }

  async function hit(...rule: Parameters<Limits["hit"]>): Promise<LimitOutcome> {
    try {
      return await limits.hit(...rule);
    } catch (error) {
      log("warn", "limit not counted", { error });
      return { allowed: true, retryAfterMs: 0 };
    }
  }

  function fullUntil({ since, count, refusedUntil }: Seen, { limit, windowMs }: Limit): number {
    return Math.max(refusedUntil, count >= limit ? since + windowMs : 0);
  }

  function* rulesOf(call: string, { member, network }: Caller) {
    let rows = byCall.get(call);
    if (!rows) byCall.set(call, (rows = rowsOf(call)));
    for (const [name, row] of rows) {
      if (row.of === (member === null ? "members" : "visitors")) continue;
      if (member === null && row.key.includes("{member}")) continue;
      const [key, windows] = limitOf(name, { member: member ?? "", network } as never);
      const [shortest] = windows;
      if (shortest) yield { row, key, windows, shortest };
    }
  }

  return {
    /** Counts nothing: true if this isolate already knows that `admit` would refuse. */
    isFull(call: string, caller: Caller, now: number): boolean {
      for (const { key, shortest } of rulesOf(call, caller)) {
        const mine = seen.get(key);
        if (mine && fullUntil(mine, shortest) > now) return true;
      }
      return false;
    },

    /** `only` selects one kind of row. @throws too_many_requests */
    async admit(call: string, caller: Caller, now: number, only?: "before" | "after"): Promise<void> {
      for (const { row, key, windows, shortest } of rulesOf(call, caller)) {
        if (only && row.counted !== only) continue;
        const mine = remembered(key, now, shortest.windowMs);
        const until = fullUntil(mine, shortest);
        if (until > now) refuseOver({ allowed: false, retryAfterMs: until - now });
        mine.count++;
        const { sampled = 1 } = row;
        if (random() * sampled >= 1) continue;
        const counted = hit(key, windows, now, sampled).then((outcome) => {
          if (!outcome.allowed) mine.refusedUntil = now + outcome.retryAfterMs;
          return outcome;
        });
        if (row.counted === "after") after(counted);
        else refuseOver(await counted);
      }
    },
  };
}

/** For load tests and end-to-end tests from one network. */
export const UNLIMITED: CallLimits = { admit: async () => {}, isFull: () => false };
