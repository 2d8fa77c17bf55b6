import type { SQL } from "drizzle-orm";
import { sql } from "#db/sql.ts";

type Account = Record<"ageProofs" | "createdAt" | "domainId", SQL>;
type Profile = Record<"fictional" | "country" | "region", SQL>;

/** `AgeFacts` of a member as JSON, but for `fictional`, which is 0 or 1. `seen`: the country of the latest log-in. */
export function ageFactsJson(account: Account, profile: Profile, seen = sql`NULL`): SQL {
  return sql`json_object('ageProofs', json(${account.ageProofs}), 'createdAt', ${account.createdAt},
    'fictional', ${profile.fictional}, 'country', ${profile.country}, 'region', ${profile.region},
    'home', ${account.domainId}, 'seen', ${seen})`;
}

/** For what no request of the member asks. */
export function lastCountry({ id }: Record<"id", SQL>): SQL {
  return sql`(SELECT e.country FROM sessions e WHERE e.account_id = ${id} ORDER BY e.created_at DESC LIMIT 1)`;
}
