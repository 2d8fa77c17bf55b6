import type { SQL } from "drizzle-orm";
import { conversations, photoGrants, profiles, visits } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

export const g = aliased(photoGrants, "g");
export const p = aliased(profiles, "p");
const w = aliased(visits, "w");

/** True when the owner `g.owner_id` may see the asker `p`: an invisible member is shown to conversation partners only. */
export const isAskerShown: SQL = sql`(${p.status} = 'active' OR ${p.status} = 'hidden' AND EXISTS (SELECT 1 FROM ${conversations}
  WHERE ${conversations.memberA} = min(${g.ownerId}, ${g.memberId}) AND ${conversations.memberB} = max(${g.ownerId}, ${g.memberId})))`;

/** The asker has not been on the owner's profile since. Invisible members leave no visit. */
export const isUnvisited: SQL = sql`NOT EXISTS (SELECT 1 FROM ${w}
  WHERE ${w.visitedId} = ${g.ownerId} AND ${w.visitorId} = ${g.memberId} AND ${w.at} > ${g.at})`;
