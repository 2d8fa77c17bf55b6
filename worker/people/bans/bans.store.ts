import type { Database } from "#db/client.ts";
import { signupBans } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

export interface StandingBan {
  kind: "network" | "mail_domain";
  value: string;
}

export function createBansStore(db: Database) {
  const { domainId, kind, value, until } = signupBans;
  return {
    /** Of the site and of all sites. */
    async standing(site: string, now: number): Promise<StandingBan[]> {
      return db.all<StandingBan>(sql`SELECT ${kind} AS kind, ${value} AS value FROM ${signupBans}
        WHERE ${until} > ${now} AND (${domainId} IS NULL OR ${domainId} = ${site})`);
    },

    async forget(before: number): Promise<void> {
      await db.run(sql`DELETE FROM ${signupBans} WHERE ${until} < ${before}`);
    },
  };
}
