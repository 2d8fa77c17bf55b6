import type { Column, SQL } from "drizzle-orm";
import { conversations, likes, photoGrants, unseen } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

const c = aliased(conversations, "uc");
const g = aliased(photoGrants, "ug");
const l = aliased(likes, "ul");
const u = aliased(unseen, "u");

type Party = SQL | Column | string;

/**
 * True when the owner has listed an address of the viewer: to the viewer this member does not exist. Decision 142. A like, a
 * chat, a request for photos or a private photo of the owner ends it. Each party is named once: D1 limits the parameters.
 */
export function isUnseenBy(owner: Party, viewer: Party): SQL {
  return sql`EXISTS (SELECT 1 FROM ${u} WHERE ${u.viewerId} = ${viewer} AND ${u.ownerId} = ${owner}
    AND NOT EXISTS (SELECT 1 FROM ${l} WHERE ${l.likerId} = ${u.ownerId} AND ${l.likedId} = ${u.viewerId})
    AND NOT EXISTS (SELECT 1 FROM ${c}
      WHERE ${c.memberA} = min(${u.ownerId}, ${u.viewerId}) AND ${c.memberB} = max(${u.ownerId}, ${u.viewerId}))
    AND NOT EXISTS (SELECT 1 FROM ${g} WHERE ${g.ownerId} = ${u.viewerId} AND ${g.memberId} = ${u.ownerId})
    AND NOT EXISTS (SELECT 1 FROM ${g}
      WHERE ${g.ownerId} = ${u.ownerId} AND ${g.memberId} = ${u.viewerId} AND ${g.status} = 'granted'))`;
}
