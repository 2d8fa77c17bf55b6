import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Counters of a domain and a day, maintained by triggers as things happen; `views` by the Worker. No row names anybody. */
export const dailyFigures = sqliteTable(
  "daily_figures",
  {
    domainId: text("domain_id").notNull(),
    /** Days since 1 January 1970, in UTC. */
    day: integer().notNull(),
    name: text().notNull(),
    /** Currency, kind of work or landing page; empty for the others. */
    part: text().notNull().default(""),
    value: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.domainId, t.day, t.name, t.part] })],
);

/** Where sign-ups came from. At most so many new rows a day (decision 133); the rest shares a row. */
export const sources = sqliteTable(
  "sources",
  {
    id: text().primaryKey(),
    domainId: text("domain_id").notNull(),
    /** 1: all other refs of the network. 2: all other networks. 3: an erasure took the names. */
    rest: integer().notNull().default(0),
    /** Empty without one. */
    network: text().notNull(),
    ref: text().notNull(),
    /** Page on which the sign-up was made or the link opened; empty for none of `LANDERS`. */
    lander: text().notNull(),
    signups: integer().notNull().default(1),
    /** First day, since 1 January 1970 in UTC. */
    day: integer().notNull(),
  },
  (t) => [
    uniqueIndex("sources_names").on(t.domainId, t.network, t.ref, t.lander, t.rest),
    index("sources_day").on(t.domainId, t.day, t.network),
  ],
);

/** As `daily_figures`, by source and country. */
export const sourceFigures = sqliteTable(
  "source_figures",
  {
    domainId: text("domain_id").notNull(),
    day: integer().notNull(),
    sourceId: text("source_id").notNull(),
    /** Of the member at a sign-up, of the tax at an order (ISO 3166-1). */
    country: text().notNull(),
    name: text().notNull(),
    /** Currency; empty for counts of members. */
    part: text().notNull().default(""),
    value: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.domainId, t.day, t.sourceId, t.country, t.name, t.part] })],
);

/** Links by which a partner sees the figures of one source. Only the link holds the token. */
export const partnerLinks = sqliteTable(
  "partner_links",
  {
    id: text().primaryKey(),
    /** SHA-256 of the token. */
    hash: text().notNull(),
    domainId: text("domain_id").notNull(),
    network: text().notNull(),
    /** Empty for all refs of the network. */
    ref: text().notNull(),
    /** First day of the figures, since 1 January 1970 in UTC. */
    fromDay: integer("from_day").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    /** Exclusive end in ms; an operator may bring it forward. */
    until: integer().notNull(),
  },
  (t) => [uniqueIndex("partner_links_hash").on(t.hash), index("partner_links_until").on(t.until)],
);
