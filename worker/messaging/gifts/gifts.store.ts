import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { GiftSnapshot } from "#db/schema/gifts.ts";
import { gifts, profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";

const g = aliased(gifts, "g");
const o = aliased(profiles, "o");

export type GiftsStore = ReturnType<typeof createGiftsStore>;

const MOST = 60;

export interface ReceivedRow {
  id: string;
  gift: GiftSnapshot;
  note: string;
  shown: number;
  createdAt: number;
  senderId: string | null;
  name: string | null;
  fictional: number | null;
}

type Raw = Omit<ReceivedRow, "gift"> & { gift: string };

/** Newest first. A deleted or blocked sender stays unnamed. */
function receivedBy(memberId: string): SQL {
  return sql`SELECT ${g.id}, ${g.gift}, ${g.note}, ${g.shown}, ${g.createdAt} AS createdAt, ${o.id} AS senderId, ${o.name}, ${o.fictional}
    FROM ${g} INDEXED BY gifts_receiver
    LEFT JOIN ${o} ON ${o.id} = ${g.senderId} AND ${o.status} <> 'deleted' AND NOT ${blockedBetween(o.id, g.receiverId)}
      AND NOT ${isUnseenBy(o.id, g.receiverId)}
    WHERE ${g.receiverId} = ${memberId} ORDER BY ${g.createdAt} DESC LIMIT ${MOST}`;
}

export function createGiftsStore(db: Database) {
  return {
    receivedQuery: receivedBy,

    /** `prefetched` are rows of `receivedQuery`. */
    async received(memberId: string, prefetched: unknown[][] | null = null): Promise<ReceivedRow[]> {
      const [rows] = (prefetched ?? (await rowsOf<[Raw]>(db, [receivedBy(memberId)]))) as [Raw[]];
      return rows.map((row) => ({ ...row, gift: JSON.parse(row.gift) as GiftSnapshot }));
    },

    /** False for a gift that this member did not receive. */
    async show(memberId: string, id: string, shown: boolean): Promise<boolean> {
      const [rows] = await rowsOf<[{ id: string }]>(db, [
        sql`UPDATE ${gifts} SET ${gifts.shown} = ${Number(shown)}
          WHERE ${gifts.id} = ${id} AND ${gifts.receiverId} = ${memberId} RETURNING ${gifts.id}`,
      ]);
      return rows.length > 0;
    },
  };
}
