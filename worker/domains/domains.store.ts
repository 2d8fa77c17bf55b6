import { eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { domains, hosts } from "#db/schema/index.ts";
import type { Domain } from "./domain-file.ts";

/** @param domainOf parses a stored domain file. */
export function createDomainsStore(db: Database, domainOf: (file: string) => Domain) {
  return {
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
