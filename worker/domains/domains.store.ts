import { eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { domains, hosts } from "#db/schema/index.ts";
import { type Domain, domainFileSchema, domainOfFile } from "./settings.ts";

export type DomainsStore = ReturnType<typeof createDomainsStore>;

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
      if (!row) return null;
      const file = domainFileSchema.parse(JSON.parse(row.file));
      return domainOfFile(file);
    },
  };
}
