import { and, eq, gt, isNull, notInArray, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { GONE } from "#db/schema/attributes.ts";
import {
  accounts,
  blocks,
  chatPhotos,
  complaints,
  conversations,
  domains,
  messages,
  noticedPhotos,
  participants,
  photoGrants,
  photos,
  profiles,
  sessions,
  voiceAnswers,
} from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { ageFactsJson } from "#worker/people/identity/age-facts.sql.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";
import type { Shown } from "./links.ts";

const p = aliased(profiles, "p");
const ph = aliased(photos, "ph");
const cp = aliased(chatPhotos, "cp");
const k = aliased(complaints, "k");
const n = aliased(noticedPhotos, "n");
const mine = aliased(participants, "mine");
const va = aliased(accounts, "va");
const vo = aliased(voiceAnswers, "vo");
const vp = aliased(profiles, "vp");

const AGE_OF_ME = sql`(SELECT ${ageFactsJson(va, vp)} FROM ${va} JOIN ${vp} ON ${vp.id} = ${va.id} WHERE ${va.id} = (SELECT id FROM me))`;

export interface PhotoAccessRow {
  /** Null for a visitor and an ended session. */
  viewer: string | null;
  /** `AgeFacts` of the viewer as JSON; null for a visitor. */
  age: string | null;
  profile: (typeof profiles.$inferSelect)["status"];
  shownToVisitors: number;
  main: number | null;
  status: (typeof photos.$inferSelect)["status"];
  visibility: (typeof photos.$inferSelect)["visibility"];
  blocksViewer: number;
  blockedByViewer: number;
  talks: number;
  /** The owner shows the viewer private photos. */
  granted: number;
}

export type PhotoAccessStore = ReturnType<typeof createPhotoAccessStore>;

export function createPhotoAccessStore(db: Database) {
  const memberOf = (tokenHash: string, domainId: string, now: number): SQL => {
    const valid = and(
      eq(sessions.tokenHash, tokenHash),
      eq(sessions.domainId, domainId),
      gt(sessions.expiresAt, now),
      isNull(sessions.revokedAt),
      notInArray(accounts.status, GONE),
    );
    return sql`SELECT ${sessions}.${sessions.accountId} AS id FROM ${sessions}
      JOIN ${accounts} ON ${accounts}.${accounts.id} = ${sessions}.${sessions.accountId} WHERE ${valid}`;
  };

  return {
    /** Keys of profile photos that an open notice hides, or that one removed after `since`. Mostly none: one small read. */
    async noticed(since: number): Promise<string[]> {
      const found = await db.all<{ id: string }>(sql`SELECT ${n.photoId} AS id FROM ${n} JOIN ${k} ON ${k.id} = ${n.noticeId}
        WHERE ${n.of} = 'profile' AND (${n.state} = 'hidden' OR (${n.state} = 'removed' AND ${k.answeredAt} > ${since}))`);
      if (found.length === 0) return [];
      const ids = JSON.stringify(found.map(({ id }) => id));
      const rows = await db.all<{ key: string }>(
        sql`SELECT ${ph.key} FROM ${ph} WHERE ${ph.id} IN (SELECT value FROM json_each(${ids}))`,
      );
      return rows.map(({ key }) => key);
    },

    /** The member of the conversation who has removed neither it nor the message; null for everybody else. */
    async sees(
      { key, owner }: Shown,
      tokenHash: string,
      domainId: string,
      now: number,
    ): Promise<{ viewer: string; age: string } | null> {
      const rows = await db.all<{ viewer: string; age: string }>(sql`WITH me AS (${memberOf(tokenHash, domainId, now)})
        SELECT ${mine.memberId} AS viewer, ${AGE_OF_ME} AS age FROM ${cp}
        JOIN ${mine} ON ${mine.conversationId} = ${cp.conversationId} AND ${mine.memberId} = (SELECT id FROM me)
        JOIN ${p} ON ${p.id} = ${cp.senderId}
        WHERE ${cp.key} = ${key} AND ${cp.senderId} = ${owner} AND ${cp.seq} > ${mine.removedSeq}
          AND (${cp.status} = 'active' OR (${cp.status} = 'inspection' AND ${cp.senderId} = ${mine.memberId}))
          AND (${p.status} <> 'deleted' OR ${p.id} = ${mine.memberId})
          AND NOT EXISTS (SELECT 1 FROM ${messages} WHERE ${messages.conversationId} = ${cp.conversationId} AND ${messages.seq} = ${cp.seq}
            AND iif(${messages.senderId} = ${mine.memberId}, ${messages.hiddenFromSender}, ${messages.hiddenFromReceiver}) = 1)
          AND NOT ${blockedBetween(mine.memberId, mine.otherId)}`);
      return rows[0] ?? null;
    },

    /** A member who may open the profile; its owner also while a person has still to hear it. */
    async hears(
      { key, owner }: Shown,
      tokenHash: string,
      domainId: string,
      now: number,
    ): Promise<{ viewer: string; age: string } | null> {
      const me = sql`(SELECT id FROM me)`;
      const rows = await db.all<{ viewer: string; age: string }>(sql`WITH me AS (${memberOf(tokenHash, domainId, now)})
        SELECT ${me} AS viewer, ${AGE_OF_ME} AS age FROM ${vo} JOIN ${p} ON ${p.id} = ${vo.memberId}
        WHERE ${vo.key} = ${key} AND ${p.id} = ${owner} AND ${me} IS NOT NULL
          AND ${p.pool} = (SELECT ${domains.pool} FROM ${domains} WHERE ${domains.id} = ${domainId})
          AND (${p.id} = ${me} OR (instr(${p.prompts}, ${key}) > 0 AND NOT ${blockedBetween(p.id, me)} AND NOT ${isUnseenBy(p.id, me)}
            AND (${p.status} = 'active' OR (${p.status} = 'hidden' AND EXISTS (SELECT 1 FROM ${conversations}
              WHERE ${conversations.memberA} = min(${p.id}, ${me}) AND ${conversations.memberB} = max(${p.id}, ${me}))))))`);
      return rows[0] ?? null;
    },

    async find({ key, owner }: Shown, tokenHash: string | null, domainId: string, now: number): Promise<PhotoAccessRow | null> {
      const me = tokenHash === null ? sql`SELECT NULL AS id` : memberOf(tokenHash, domainId, now);
      const row = await db.get<PhotoAccessRow | undefined>(sql`WITH me AS (${me})
        SELECT (SELECT id FROM me) AS viewer, ${AGE_OF_ME} AS age, ${p.status} AS profile, ${p.shownToVisitors} AND ${p.gender} <> 'both' AS shownToVisitors,
          ${p.mainPhoto} = ${ph.key} AS main, ${ph.status}, ${ph.visibility},
          EXISTS (SELECT 1 FROM ${blocks}
            WHERE ${blocks.blockerId} = ${p.id} AND ${blocks.blockedId} = (SELECT id FROM me))
            OR ${isUnseenBy(p.id, sql`(SELECT id FROM me)`)} AS blocksViewer,
          EXISTS (SELECT 1 FROM ${blocks}
            WHERE ${blocks.blockerId} = (SELECT id FROM me) AND ${blocks.blockedId} = ${p.id}) AS blockedByViewer,
          EXISTS (SELECT 1 FROM ${conversations} WHERE ${conversations.memberA} = min(${p.id}, (SELECT id FROM me))
            AND ${conversations.memberB} = max(${p.id}, (SELECT id FROM me))) AS talks,
          EXISTS (SELECT 1 FROM ${photoGrants} WHERE ${photoGrants.ownerId} = ${p.id}
            AND ${photoGrants.memberId} = (SELECT id FROM me) AND ${photoGrants}.${photoGrants.status} = 'granted') AS granted
        FROM ${p} JOIN ${ph} ON ${ph.profileId} = ${p.id}
        WHERE ${p.id} = ${owner} AND ${ph.key} = ${key}
          AND ${p.pool} = (SELECT ${domains.pool} FROM ${domains} WHERE ${domains.id} = ${domainId})`);
      return row ?? null;
    },
  };
}
