import type { Database } from "#db/client.ts";
import { LAST_SEQ } from "#db/last-seq.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts, conversations, likes, participants } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import type { Counters } from "#worker/delivery/live/live.protocol.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import type { Goodbye } from "./partner.sql.ts";

const me = aliased(participants, "me");
const c = aliased(conversations, "c");

export type GoodbyeStore = ReturnType<typeof createGoodbyeStore>;

interface Closing extends Goodbye {
  conversation: string;
  partner: string;
  /** In ms: the newest message is no younger. */
  silentSince: number;
}

interface Closed {
  self: Counters;
  partner: Counters;
}

export function createGoodbyeStore(db: Database) {
  return {
    /** Null if somebody wrote, blocked or said goodbye meanwhile. The likes between the two end with it. */
    async close({ conversation, partner, at, by, line, silentSince }: Closing): Promise<Closed | null> {
      const said = sql`EXISTS (SELECT 1 FROM ${c} WHERE ${c.id} = ${conversation} AND ${c.goodbyeBy} = ${by} AND ${c.goodbyeAt} = ${at})`;
      const sums = (of: string) => sql`SELECT ${accounts.unread} AS unread_messages, ${accounts.newLikes} AS new_likes
        FROM ${accounts} WHERE ${accounts.id} = ${of}`;
      const [closed, , [self], [theirs]] = await rowsOf<[unknown, unknown, Counters, Counters]>(db, [
        sql`UPDATE ${conversations} SET ${conversations.goodbyeAt} = ${at}, ${conversations.goodbyeBy} = ${by},
            ${conversations.goodbyeLine} = ${line}
          WHERE ${conversations.id} = ${conversation} AND ${conversations.goodbyeAt} IS NULL AND ${LAST_SEQ} > 0
            AND ${by} IN (${conversations.memberA}, ${conversations.memberB}) AND NOT ${blockedBetween(by, partner)}
            AND NOT EXISTS (SELECT 1 FROM ${me} WHERE ${me.conversationId} = ${conversation} AND ${me.lastAt} > ${silentSince})
          RETURNING 1`,
        sql`DELETE FROM ${likes} WHERE ((${likes.likerId} = ${by} AND ${likes.likedId} = ${partner})
            OR (${likes.likerId} = ${partner} AND ${likes.likedId} = ${by})) AND ${said}`,
        sums(by),
        sums(partner),
      ]);
      return closed.length > 0 && self && theirs ? { self, partner: theirs } : null;
    },
  };
}
