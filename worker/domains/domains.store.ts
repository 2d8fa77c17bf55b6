import { eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { domains, hosts } from "#db/schema/index.ts";
import { type Domain, domainFileSchema, domainOfFile } from "./settings.ts";

/** @param build which features a domain has depends on whether the build is a local one (`domainOfFile`). */
export function createDomainsStore(db: Database, build: { local: boolean }) {
  const domainOf = (file: string): Domain => domainOfFile(domainFileSchema.parse(JSON.parse(file)), build);
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
