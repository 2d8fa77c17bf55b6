import { eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { domains, hosts } from "#db/schema/index.ts";
import { type Domain, domainFileSchema, domainOfFile } from "./settings.ts";

export function createDomainsStore(db: Database) {
  return {
    /** The domain that claims a host, its stored file read by the schema of this version of the code. */
    async findByHost(host: string): Promise<Domain | null> {
      const row = await db
        .select({ file: domains.settings })
        .from(hosts)
        .innerJoin(domains, eq(domains.id, hosts.domainId))
        .where(eq(hosts.host, host))
        .get();
      return row ? domainOf(row.file) : null;
    },

    /** The same by its id: for what the cron does, which no request names a host for. */
    async findById(id: string): Promise<Domain | null> {
      const row = await db.select({ file: domains.settings }).from(domains).where(eq(domains.id, id)).get();
      return row ? domainOf(row.file) : null;
    },
  };
}

function domainOf(file: string): Domain {
  return domainOfFile(domainFileSchema.parse(JSON.parse(file)));
}
