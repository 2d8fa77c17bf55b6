import { DurableObject } from "cloudflare:workers";
import type { Limit, LimitOutcome } from "./limits-window.ts";

/** Interval in ms between deletions of expired hits. */
const SWEEP = 3600 * 1000;

/** Sliding windows. One object holds many keys. */
export class LimitCounter extends DurableObject<Env> {
  readonly #sql: SqlStorage;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#sql = state.storage.sql;
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS hits (key TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL);" +
        "CREATE INDEX IF NOT EXISTS hits_key ON hits (key, at); CREATE INDEX IF NOT EXISTS hits_until ON hits (until);",
    );
  }

  /** A refused hit is not counted. */
  async hit(key: string, limits: Limit[], now: number): Promise<LimitOutcome> {
    const outcome = this.check(key, limits, now);
    if (outcome.allowed) {
      const until = now + Math.max(...limits.map((limit) => limit.windowMs));
      this.#sql.exec("INSERT INTO hits (key, at, until) VALUES (?, ?, ?)", key, now, until);
      if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + SWEEP);
    }
    return outcome;
  }

  check(key: string, limits: Limit[], now: number): LimitOutcome {
    let wait = 0;
    for (const { limit, windowMs } of limits) {
      // The hit that must expire before the next one fits.
      const row = this.#sql
        .exec<{ at: number }>(
          "SELECT at FROM hits WHERE key = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?",
          key,
          now - windowMs,
          limit - 1,
        )
        .toArray()[0];
      if (row) wait = Math.max(wait, row.at + windowMs - now);
    }
    return { allowed: wait === 0, retryAfterMs: wait };
  }

  release(key: string, at: number): void {
    this.#sql.exec("DELETE FROM hits WHERE rowid = (SELECT rowid FROM hits WHERE key = ? AND at = ? LIMIT 1)", key, at);
  }

  clear(key: string): void {
    this.#sql.exec("DELETE FROM hits WHERE key = ?", key);
  }

  override async alarm(): Promise<void> {
    this.#sql.exec("DELETE FROM hits WHERE until <= ?", Date.now());
    if (this.#sql.exec("SELECT 1 FROM hits LIMIT 1").toArray().length > 0) await this.ctx.storage.setAlarm(Date.now() + SWEEP);
  }
}
