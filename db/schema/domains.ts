import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** `settings` is the validated JSON of the file in db/domains. */
export const domains = sqliteTable("domains", {
  id: text().primaryKey(),
  pool: text().notNull(),
  settings: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** Lower case, without port. */
export const hosts = sqliteTable("hosts", {
  host: text().primaryKey(),
  domainId: text("domain_id")
    .notNull()
    .references(() => domains.id),
});
