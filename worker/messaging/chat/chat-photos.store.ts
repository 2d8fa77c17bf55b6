import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { chatPhotos, conversations, heldChats, ledger, outbox, participants, profiles, reportProofs } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { debtSettled } from "#worker/billing/wallet/spend.sql.ts";
import { shownAfterNotice, underNotice } from "#worker/people/identity/photos.sql.ts";
import type { Decision, Inspected } from "#worker/people/reports/photo-decision.ts";
import { played } from "./chat-photos.sql.ts";

const cp = aliased(chatPhotos, "cp");
const e = aliased(ledger, "e");
const f = aliased(reportProofs, "f");
const p = aliased(profiles, "p");

export type ChatPhotosStore = ReturnType<typeof createChatPhotosStore>;

interface Decided {
  sender: string;
  conversation: string;
  partner: string | null;
  decided: boolean;
}

type Rows = [{ id: string }, unknown, unknown, unknown, Omit<Decided, "decided">, unknown];

export function createChatPhotosStore(db: Database) {
  return {
    async find(key: string): Promise<{ id: string; pool: string } | null> {
      const [row] = await db.all<{ id: string; pool: string }>(sql`SELECT ${cp.id}, ${p.pool}
        FROM ${cp} JOIN ${p} ON ${p.id} = ${cp.senderId} WHERE ${cp.key} = ${key}`);
      return row ?? null;
    },

    /** The sender, where this is the first time. */
    async play(memberId: string, conversation: string, seq: number, now: number): Promise<string | null> {
      const [rows] = await rowsOf<[{ sender: string }]>(db, [played(memberId, conversation, seq, now)]);
      return rows[0]?.sender ?? null;
    },

    async senderOf(id: string): Promise<string | null> {
      const [row] = await db.all<{ id: string }>(sql`SELECT ${cp.senderId} AS id FROM ${cp} WHERE ${cp.id} = ${id}`);
      return row?.id ?? null;
    },

    async inspected(most: number): Promise<Inspected[]> {
      return db.all<Inspected>(sql`SELECT ${cp.id}, ${cp.key}, ${cp.senderId} AS profileId, ${p.name}, ${cp.createdAt} AS createdAt
        FROM ${cp} JOIN ${p} ON ${p.id} = ${cp.senderId} WHERE ${cp.status} = 'inspection' AND NOT ${underNotice(sql`${cp.id}`)} ORDER BY ${cp.createdAt} LIMIT ${most}`);
    },

    /** The first decision holds. A rejection returns the price, once. Null for an unknown id. */
    async decide(id: string, decision: Decision, now: number, mail: typeof outbox.$inferInsert | null): Promise<Decided | null> {
      const active = decision === "active";
      const [decided, , , , rows] = await rowsOf<Rows>(db, [
        sql`UPDATE ${chatPhotos} SET ${chatPhotos.status} = ${active ? "active" : "rejected"},
            ${chatPhotos.rejectedFor} = ${active ? null : decision}, ${chatPhotos.checkedAt} = ${now}
          WHERE ${chatPhotos.id} = ${id} AND ${chatPhotos.status} = 'inspection'
            AND ${active ? sql`NOT ${underNotice(sql`${id}`)}` : sql`1`} RETURNING ${chatPhotos.id}`,
        mail ? insertWhere(outbox, mail, sql`changes() = 1`) : sql`SELECT 1`,
        priceBack(id, now),
        debtSettled(sql`(SELECT ${cp.senderId} FROM ${cp} WHERE ${cp.id} = ${id})`, `photo:${id}`, now, sql`${!active}`),
        sql`SELECT ${cp.senderId} AS sender, ${cp.conversationId} AS conversation, (SELECT ${participants.otherId} FROM ${participants}
            WHERE ${participants.conversationId} = ${cp.conversationId} AND ${participants.memberId} = ${cp.senderId}) AS partner
          FROM ${cp} WHERE ${cp.id} = ${id}`,
        active ? shownAfterNotice(id) : sql`SELECT 1`,
      ]);
      return rows[0] ? { ...rows[0], decided: decided.length > 0 } : null;
    },

    /** Rejected, or without a conversation or sender; oldest first. */
    async unwanted(most: number): Promise<{ id: string; key: string; owner: string }[]> {
      return db.all(sql`SELECT ${cp.id}, ${cp.key}, ${cp.senderId} AS owner FROM ${cp} INDEXED BY chat_photos_unwanted
        WHERE ${cp.status} IN ('rejected', 'gone') AND ${cp.key} IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM ${f} WHERE ${f.memberId} = ${cp.senderId} AND instr(${f.proof}, ${cp.key}) > 0)
          AND NOT EXISTS (SELECT 1 FROM ${heldChats} WHERE ${heldChats}.${heldChats.id} = ${cp.conversationId}) ORDER BY ${cp.createdAt} LIMIT ${most}`);
    },

    /** Call after the objects are erased. The row stays while its message can be seen. */
    async forget(id: string): Promise<void> {
      await rowsOf(db, [
        sql`UPDATE ${chatPhotos} SET ${chatPhotos.key} = NULL, ${chatPhotos.preview} = NULL WHERE ${chatPhotos.id} = ${id}`,
        sql`DELETE FROM ${chatPhotos} WHERE ${chatPhotos.id} = ${id} AND NOT EXISTS (SELECT 1 FROM ${conversations}
          WHERE ${conversations}.${conversations.id} = ${chatPhotos.conversationId})`,
      ]);
    },
  };
}

function priceBack(id: string, now: number): SQL {
  return sql`INSERT INTO ${into(ledger, "accountId", "amount", "kind", "cause", "idempotencyKey", "createdAt", "reversesId")}
    SELECT ${e.accountId}, -${e.amount}, 'reversal', ${e.cause}, 'reversal:' || ${e.id}, ${now}, ${e.id}
    FROM ${cp} JOIN ${e} ON ${e.accountId} = ${cp.senderId} AND ${e.idempotencyKey} = 'message:' || ${cp.clientId}
    WHERE ${cp.id} = ${id} AND ${cp.status} = 'rejected' AND ${e.amount} < 0
      AND NOT EXISTS (SELECT 1 FROM ${ledger} AS r WHERE r.${ledger.reversesId} = ${e.id})`;
}
