import type { SQL } from "drizzle-orm";
import { likes, participants, photos, profiles } from "#db/schema/index.ts";
import type { LikeTarget } from "#db/schema/likes.ts";
import { aliased, sql } from "#db/sql.ts";
import { staysFor } from "#worker/discovery/members/liked.sql.ts";
import type { With } from "./partner.sql.ts";

const l = aliased(likes, "l");
const p = aliased(profiles, "p");

/** `key` is that of the viewer's own liked photo while it is shown. */
interface LikedPartRow {
  own: boolean;
  part: LikeTarget;
  key: string | null;
}
export type RawLikedPart = { own: number; part: string; key: string | null };

export function readLikedPart({ own, part, key }: RawLikedPart): LikedPartRow {
  return { own: own === 1, part: JSON.parse(part) as LikeTarget, key };
}

export function otherOf(memberId: string, by: With): SQL {
  if ("profile" in by) return sql`${by.profile}`;
  return sql`(SELECT ${participants.otherId} FROM ${participants}
    WHERE ${participants.conversationId} = ${by.conversation} AND ${participants.memberId} = ${memberId})`;
}

/** A row if the partner's like is new, which that of an invisible partner stays. */
export function newLikeOf(memberId: string, by: With): SQL {
  return sql`SELECT 1 FROM ${l} CROSS JOIN ${p} ON ${p.id} = ${l.likerId} AND ${p.status} = 'active'
    WHERE ${l.likerId} = ${otherOf(memberId, by)} AND ${l.likedId} = ${memberId} AND ${l.isNew} = 1`;
}

/** An invisible partner's like is not told. */
export function likedBetween(memberId: string, by: With): SQL {
  const other = otherOf(memberId, by);
  const key = sql`(SELECT ${photos.key} FROM ${photos} WHERE ${photos.id} = json_extract(${l.target}, '$.photo')
    AND ${photos.status} = 'active' AND ${photos.profileId} = ${memberId})`;
  return sql`SELECT ${l.likerId} = ${memberId} AS own, ${l.target} AS part, ${key} AS "key" FROM ${l}
    CROSS JOIN ${p} ON ${p.id} = ${other}
    WHERE ${l.target} IS NOT NULL AND ((${l.likerId} = ${memberId} AND ${l.likedId} = ${other} AND ${staysFor(l.target, p.prompts)})
      OR (${l.likerId} = ${other} AND ${l.likedId} = ${memberId} AND ${p.status} = 'active')) ORDER BY ${l.createdAt}`;
}
