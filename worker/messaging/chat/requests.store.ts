import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { participants } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import type { Counters } from "#worker/delivery/live/live.protocol.ts";
import { type ListAnswer, type ListRange, listQuery, readList, requestsOf } from "./chat-list.sql.ts";
import { countersOf } from "./counters.sql.ts";
import type { RequestState } from "./partner.sql.ts";
import { decided } from "./requests.sql.ts";

export type RequestsStore = ReturnType<typeof createRequestsStore>;

export function createRequestsStore(db: Database) {
  return {
    async list(memberId: string, after: Extract<ListRange, { requests: unknown }>["requests"], limit: number) {
      const [rows] = await rowsOf<[ListAnswer]>(db, [listQuery(memberId, { requests: after }, limit)]);
      return readList(rows);
    },

    /** `request` is what stands afterwards: a decision that was made elsewhere stays. Null for an outsider. */
    async decide(memberId: string, conversation: string, isAccepted: boolean) {
      const [, [side], [counters]] = await rowsOf<[unknown, { request: RequestState; requests: number }, Counters]>(db, [
        decided(memberId, conversation, isAccepted),
        sql`SELECT ${participants.request} AS request, ${requestsOf(memberId)} AS requests FROM ${participants}
          WHERE ${participants.conversationId} = ${conversation} AND ${participants.memberId} = ${memberId}`,
        countersOf(memberId),
      ]);
      return side && counters ? { ...side, counters } : null;
    },
  };
}
