import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Last run of each cron job (ms), and the start of its steady clock. Walks over tables keep their place. */
export const sweeps = sqliteTable("sweeps", {
  name: text().primaryKey(),
  at: integer().notNull(),
  steadySince: integer("steady_since").notNull(),
  /** Row id up to which this round of a walk has come. */
  place: integer().notNull().default(0),
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
