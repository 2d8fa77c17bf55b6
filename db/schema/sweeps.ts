import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** When a piece of the cron's work was last done (ms), and since when its clock has gone on without a jump. */
export const sweeps = sqliteTable("sweeps", {
  name: text().primaryKey(),
  at: integer().notNull(),
  steadySince: integer("steady_since").notNull(),
});
