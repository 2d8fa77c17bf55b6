import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Last run of each cron job (ms), and the start of its steady clock. */
export const sweeps = sqliteTable("sweeps", {
  name: text().primaryKey(),
  at: integer().notNull(),
  steadySince: integer("steady_since").notNull(),
});
