import type { SQL } from "drizzle-orm";
import { conversations, photoGrants, profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

export const g = aliased(photoGrants, "g");
export const p = aliased(profiles, "p");

/** True when the owner `g.owner_id` may see the asker `p`: an invisible member is shown to conversation partners only. */
export const isAskerShown: SQL = sql`(${p.status} = 'active' OR ${p.status} = 'hidden' AND EXISTS (SELECT 1 FROM ${conversations}
  WHERE ${conversations.memberA} = min(${g.ownerId}, ${g.memberId}) AND ${conversations.memberB} = max(${g.ownerId}, ${g.memberId})))`;
