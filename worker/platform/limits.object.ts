import { DurableObject } from "cloudflare:workers";
import type { Limit, LimitOutcome } from "./limits-window.ts";

/** Interval in ms between deletions of expired hits. */
const SWEEP = 3600 * 1000;
/** Hits a row: one write counts a hit, and one deletion ends as many. */
const PER_ROW = 100;

interface Run extends Record<string, SqlStorageValue> {
  no: number;
  /** JSON: times in ms, ascending. */
  times: string;
  count: number;
}

/** Sliding windows. One object holds many keys. */
export class LimitCounter extends DurableObject<Env> {
  readonly #sql: SqlStorage;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#sql = state.storage.sql;
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS runs (key TEXT NOT NULL, no INTEGER NOT NULL, times TEXT NOT NULL, count INTEGER NOT NULL," +
        " until INTEGER NOT NULL, PRIMARY KEY (key, no)) WITHOUT ROWID",
    );
    if (this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'hits'").toArray().length > 0) this.#takeOver();
  }

  /** A refused hit is not counted. The last of several calls may exceed a limit that has room for one. */
  async hit(key: string, limits: Limit[], now: number, calls = 1): Promise<LimitOutcome> {
    const outcome = this.check(key, limits, now);
    if (outcome.allowed) {
      const longest = Math.max(...limits.map((limit) => limit.windowMs));
      const [newest] = this.#runs(key, " LIMIT 1");
      const counted = newest ? timesOf(newest).filter((at) => at > now - longest) : [];
      const hits = Array<number>(calls).fill(now);
      const isFull = newest !== undefined && newest.count + calls > PER_ROW;
      this.#write(key, (newest?.no ?? 0) + (isFull ? 1 : 0), isFull ? hits : [...counted, ...hits], now + longest);
      if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + SWEEP);
    }
    return outcome;
  }

  check(key: string, limits: Limit[], now: number): LimitOutcome {
    let wait = 0;
    const open = new Set(limits);
    let newer = 0;
    for (const run of this.#runs(key)) {
      for (const one of open) {
        const { limit, windowMs } = one;
        if (newer + run.count < limit) continue;
        open.delete(one);
        // The hit that must expire before the next one fits.
        const at = timesOf(run)[run.count - (limit - newer)] ?? 0;
        if (at > now - windowMs) wait = Math.max(wait, at + windowMs - now);
      }
      if (open.size === 0) break;
      newer += run.count;
    }
    return { allowed: wait === 0, retryAfterMs: wait };
  }

  release(key: string, at: number): void {
    for (const run of this.#runs(key)) {
      const times = timesOf(run);
      const place = times.lastIndexOf(at);
      if (place < 0) continue;
      this.#write(key, run.no, times.toSpliced(place, 1), 0);
      return;
    }
  }

  clear(key: string): void {
    this.#sql.exec("DELETE FROM runs WHERE key = ?", key);
  }

  override async alarm(): Promise<void> {
    this.#sql.exec("DELETE FROM runs WHERE until <= ?", Date.now());
    if (this.#sql.exec("SELECT 1 FROM runs LIMIT 1").toArray().length > 0) await this.ctx.storage.setAlarm(Date.now() + SWEEP);
  }

  /** Newest first. */
  #runs(key: string, limit = ""): Iterable<Run> {
    return this.#sql.exec<Run>(`SELECT no, times, count FROM runs WHERE key = ? ORDER BY no DESC${limit}`, key);
  }

  /** Callers' clocks differ: a later call may bring an earlier time. */
  #write(key: string, no: number, times: number[], until: number): void {
    this.#sql.exec(
      "INSERT INTO runs (key, no, times, count, until) VALUES (?, ?, ?, ?, ?)" +
        " ON CONFLICT DO UPDATE SET times = excluded.times, count = excluded.count, until = max(until, excluded.until)",
      key,
      no,
      JSON.stringify(times.sort((a, b) => a - b)),
      times.length,
      until,
    );
  }

  /** Hits of the build before, which wrote a row and two index entries for each. */
  #takeOver(): void {
    this.#sql.exec(
      `INSERT INTO runs (key, no, times, count, until)
        SELECT key, coalesce((SELECT max(no) FROM runs r WHERE r.key = h.key), 0) + 1 + part, json_group_array(at), count(*), max(until)
        FROM (SELECT key, at, until, (row_number() OVER (PARTITION BY key ORDER BY at) - 1) / ${PER_ROW} AS part
          FROM hits ORDER BY key, at) h GROUP BY key, part`,
    );
    this.#sql.exec("DROP TABLE hits");
  }
}

function timesOf({ times }: Run): number[] {
  return JSON.parse(times) as number[];
}
