import { eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { domains, hosts } from "#db/schema/index.ts";
import { type Domain, domainFileSchema, domainOfFile } from "./settings.ts";

/** @param build decides whether previewed features are on (`domainOfFile`). */
export function createDomainsStore(db: Database, build: { local: boolean }) {
  const domainOf = (file: string): Domain => domainOfFile(domainFileSchema.parse(JSON.parse(file)), build);
  return {
    /** Parses the stored file with the current schema. */
    async findByHost(host: string): Promise<Domain | null> {
      const row = await db
        .select({ file: domains.settings })
        .from(hosts)
        .innerJoin(domains, eq(domains.id, hosts.domainId))
        .where(eq(hosts.host, host))
        .get();
      return row ? domainOf(row.file) : null;
    },

    /** For the cron, which has no request host. */
    async findById(id: string): Promise<Domain | null> {
      const row = await db.select({ file: domains.settings }).from(domains).where(eq(domains.id, id)).get();
      return row ? domainOf(row.file) : null;
    },
  };
}
