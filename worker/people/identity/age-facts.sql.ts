import type { SQL } from "drizzle-orm";
import { sql } from "#db/sql.ts";

type Account = Record<"ageProofs" | "createdAt", SQL>;
type Profile = Record<"fictional" | "country" | "region", SQL>;

/** `AgeFacts` of a member as JSON, but for `fictional`, which is 0 or 1. */
export function ageFactsJson(account: Account, profile: Profile): SQL {
  return sql`json_object('ageProofs', json(${account.ageProofs}), 'createdAt', ${account.createdAt},
    'fictional', ${profile.fictional}, 'country', ${profile.country}, 'region', ${profile.region})`;
}
