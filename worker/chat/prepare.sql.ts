import type { SQL } from "drizzle-orm";
import { messages, openers, participants } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { wasArchived } from "./archive.sql.ts";
import { isHiddenFrom, MESSAGE, type MessageRow } from "./message.sql.ts";
import { type Seen, visible } from "./message-range.sql.ts";
import { OPENERS_KEPT, type Opener } from "./opener.sql.ts";
import { idOf, partnerQuery, type RawPartner, readPartner, type StartLimits, type With } from "./partner.sql.ts";

const m = aliased(messages, "m");
const me = aliased(participants, "me");

/** All facts that the rule reads before it writes a message. `replyTo` is a seq. */
export function preparation(
  memberId: string,
  by: With,
  limits: StartLimits,
  clientId: string,
  replyTo: number | null,
  seen: Seen,
): SQL[] {
  const thread = idOf(memberId, by);
  const quotes =
    replyTo === null
      ? sql`0`
      : sql`EXISTS (SELECT 1 FROM ${visible(memberId, thread, seen)} AND ${m.seq} = ${replyTo}
          AND ${m.createdAt} >= ${seen.oldest ?? 0} AND NOT ${isHiddenFrom(memberId, m)})`;
  return [
    partnerQuery(memberId, by, limits),
    sql`SELECT ${MESSAGE}, ${me.otherId} AS partnerId FROM ${m}
      JOIN ${me} ON ${me.conversationId} = ${m.conversationId} AND ${me.memberId} = ${m.senderId}
      WHERE ${m.senderId} = ${memberId} AND ${m.clientId} = ${clientId}`,
    sql`SELECT EXISTS (${wasArchived(memberId, clientId)}) AS archived, ${quotes} AS quoted,
      (SELECT json_group_array(json_object('seq', seq, 'sketch', sketch, 'createdAt', created_at)) FROM (
        SELECT ${openers.seq}, ${openers.sketch}, ${openers.createdAt} FROM ${openers}
        WHERE ${openers.memberId} = ${memberId} AND ${thread} IS NULL ORDER BY ${openers.seq} DESC LIMIT ${OPENERS_KEPT}
      )) AS openers`,
  ];
}

/** `quoted`: the member sees the message with the seq `replyTo`. `openers`: newest first, empty within a conversation. */
export function readPrepared(rows: unknown[][]) {
  const [targets, sent, [known]] = rows as [
    RawPartner[],
    (MessageRow & { partnerId: string })[],
    [{ archived: number; quoted: number; openers: string }],
  ];
  return {
    target: readPartner(targets[0]),
    sent: sent[0] ?? null,
    archived: known.archived === 1,
    quoted: known.quoted === 1,
    openers: JSON.parse(known.openers) as Opener[],
  };
}
