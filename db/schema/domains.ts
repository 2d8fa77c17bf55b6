import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

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

/** Drawn when a domain is applied: decision 0044. */
export const domainIcons = sqliteTable(
  "domain_icons",
  {
    domainId: text("domain_id")
      .notNull()
      .references(() => domains.id, { onDelete: "cascade" }),
    path: text().notNull(),
    version: text().notNull(),
    /** Base64. */
    data: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.path] })],
);
