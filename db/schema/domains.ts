import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One niche domain of the deployment; `settings` is the validated JSON of its file in db/domains. */
export const domains = sqliteTable("domains", {
  id: text().primaryKey(),
  pool: text().notNull(),
  settings: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** The hosts that a domain answers to, lower case, without port. */
export const hosts = sqliteTable("hosts", {
  host: text().primaryKey(),
  domainId: text("domain_id")
    .notNull()
    .references(() => domains.id),
});
