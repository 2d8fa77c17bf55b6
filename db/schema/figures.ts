import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Counters of a domain and a day, maintained by triggers as things happen. No row names anybody. */
export const dailyFigures = sqliteTable(
  "daily_figures",
  {
    domainId: text("domain_id").notNull(),
    /** Days since 1 January 1970, in UTC. */
    day: integer().notNull(),
    name: text().notNull(),
    /** Currency or kind of work; empty for the others. */
    part: text().notNull().default(""),
    value: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.domainId, t.day, t.name, t.part] })],
);
