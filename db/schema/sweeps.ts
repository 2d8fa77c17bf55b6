import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Last run of each cron job (ms), and the start of its steady clock. */
export const sweeps = sqliteTable("sweeps", {
  name: text().primaryKey(),
  at: integer().notNull(),
  steadySince: integer("steady_since").notNull(),
});

/** The cron as a whole (`all`) and each of its tasks that ever failed. Times in ms. */
export const cronTasks = sqliteTable("cron_tasks", {
  name: text().primaryKey(),
  /** For `all` only: end and duration of its last run. */
  ranAt: integer("ran_at"),
  tookMs: integer("took_ms"),
  failedAt: integer("failed_at"),
  /** Failures in a row; nought once it ends well. */
  failures: integer().notNull().default(0),
  /** A code or the error's name: a message could quote personal values. */
  error: text(),
});
