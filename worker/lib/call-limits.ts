import { type LimitOutcome, type Limits, refuseOver } from "./limits.ts";
import { LIMITS, type LimitName, type LimitRow, limitOf } from "./limits-table.ts";
import { log } from "./log.ts";

/** Who makes a call. */
export interface Caller {
  /** Null for a visitor. */
  member: string | null;
  network: string;
}

/** Keys that an isolate remembers. Above this the oldest are forgotten, and their counters say it again. */
const REMEMBERED = 10_000;

interface Seen {
  /** Calls let through by this isolate since then (ms), in the shortest window of the row. */
  since: number;
  count: number;
  /** Refused until then (ms), as the counter said. */
  refusedUntil: number;
}

export type CallLimits = ReturnType<typeof createCallLimits>;

/**
 * Counts calls by the rows of the table that are not counted by a rule. A row counted `after` costs the call nothing: the
 * counter hears of it beside the call, and what it says holds from the next call on. The isolate counts too, so that a burst
 * does not run ahead of the counter. A counter that fails lets calls through: it protects, and is not needed to answer.
 */
export function createCallLimits(limits: Limits, after: (work: Promise<unknown>) => void) {
  const seen = new Map<string, Seen>();
  const rowsOf = (call: string) =>
    (Object.entries(LIMITS) as [LimitName, LimitRow][]).filter(([, row]) => row.counted !== "rule" && row.calls.includes(call));
  const byCall = new Map<string, ReturnType<typeof rowsOf>>();

  function remembered(key: string, now: number, windowMs: number): Seen {
    const known = seen.get(key);
    if (known && now - known.since < windowMs) return known;
    const fresh = { since: now, count: 0, refusedUntil: known?.refusedUntil ?? 0 };
    if (!known && seen.size >= REMEMBERED) seen.delete(seen.keys().next().value as string);
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

  return {
    /**
     * Lets a call through, or @throws too_many_requests with the time until there is room again. By default all rows of the
     * call count it; `only` names those of one kind, for a call whose kinds are counted at different times.
     */
    async admit(call: string, { member, network }: Caller, now: number, only?: "before" | "after"): Promise<void> {
      let rows = byCall.get(call);
      if (!rows) byCall.set(call, (rows = rowsOf(call)));
      for (const [name, row] of rows) {
        if (only && row.counted !== only) continue;
        if (row.of === (member === null ? "members" : "visitors")) continue;
        // Without a session a member's call is refused for that.
        if (member === null && row.key.includes("{member}")) continue;
        const [key, windows] = limitOf(name, { member: member ?? "", network } as never);
        const [shortest] = windows;
        if (!shortest) continue;
        const mine = remembered(key, now, shortest.windowMs);
        const full = mine.count >= shortest.limit ? mine.since + shortest.windowMs : 0;
        const until = Math.max(mine.refusedUntil, full);
        if (until > now) refuseOver({ allowed: false, retryAfterMs: until - now });
        mine.count++;
        const counted = hit(key, windows, now).then((outcome) => {
          if (!outcome.allowed) mine.refusedUntil = now + outcome.retryAfterMs;
          return outcome;
        });
        if (row.counted === "after") after(counted);
        else refuseOver(await counted);
      }
    },
  };
}

/** For servers that are measured, or driven by a hundred journeys from one network. */
export const UNLIMITED: CallLimits = { admit: async () => {} };
