import type { SQL } from "drizzle-orm";
import { messages, openers, participants } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { wasArchived } from "./archive.columns.ts";
import { isHiddenFrom, MESSAGE, type MessageRow } from "./message.columns.ts";
import { type Seen, visible } from "./message-range.columns.ts";
import { OPENERS_KEPT, type Opener } from "./opener.columns.ts";
import { idOf, partnerQuery, type RawPartner, readPartner, type StartLimits, type With } from "./partner.columns.ts";

const m = aliased(messages, "m");
const me = aliased(participants, "me");

/** What a message needs to know before it is written. `replyTo` is a seq. */
export function preparation(
  memberId: string,
  by: With,
  limits: StartLimits,
  clientId: string,
  replyTo: number | null,
  seen: Seen,
): SQL[] {
  return [
    partnerQuery(memberId, by, limits),
    sql`SELECT ${MESSAGE}, ${me.otherId} AS partnerId FROM ${m}
      JOIN ${me} ON ${me.conversationId} = ${m.conversationId} AND ${me.memberId} = ${m.senderId}
      WHERE ${m.senderId} = ${memberId} AND ${m.clientId} = ${clientId}`,
    wasArchived(memberId, clientId),
    sql`SELECT ${m.seq} FROM ${visible(memberId, idOf(memberId, by), seen)} AND ${m.seq} = ${replyTo}
      AND ${m.createdAt} >= ${seen.oldest ?? 0} AND NOT ${isHiddenFrom(memberId, m)}`,
    sql`SELECT ${openers.seq}, ${openers.sketch}, ${openers.createdAt} AS createdAt FROM ${openers}
      WHERE ${openers.memberId} = ${memberId} AND ${idOf(memberId, by)} IS NULL ORDER BY ${openers.seq} DESC LIMIT ${OPENERS_KEPT}`,
  ];
}

/** `quoted`: the member sees the message with the seq `replyTo`. `openers`: newest first, empty within a conversation. */
export function readPrepared(rows: unknown[][]) {
  const [targets, sent, archived, quoted, earlier] = rows as [
    RawPartner[],
    (MessageRow & { partnerId: string })[],
    unknown[],
    { seq: number }[],
    Opener[],
  ];
  return {
    target: readPartner(targets[0]),
    sent: sent[0] ?? null,
    archived: archived.length > 0,
    quoted: quoted.length > 0,
    openers: earlier,
  };
}
