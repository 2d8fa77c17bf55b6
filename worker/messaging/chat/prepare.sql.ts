import type { SQL } from "drizzle-orm";
import { conversations, messages, openers, participants } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { type SendKey, wasArchived } from "./archive.sql.ts";
import { isHiddenFrom, MESSAGE_JSON, messageOfJson } from "./message.sql.ts";
import { type Seen, visible } from "./message-range.sql.ts";
import { MOST_OPENERS, type Opener } from "./opener.sql.ts";
import { idOf, partnerQuery, type RawPartner, readPartner, type With } from "./partner.sql.ts";
import type { StartLimits } from "./starts.sql.ts";

const c = aliased(conversations, "c");
const m = aliased(messages, "m");
const sender = aliased(participants, "sender");

interface Facts {
  archived: number;
  quoted: number;
  openers: string;
  sent: string | null;
}

/** All facts that the rule reads before it writes a message. `replyTo` is a seq. */
export function preparation(
  memberId: string,
  by: With,
  limits: StartLimits,
  send: SendKey,
  replyTo: number | null,
  seen: Seen,
): SQL[] {
  const thread = idOf(memberId, by);
  const quotes =
    replyTo === null
      ? sql`0`
      : sql`EXISTS (SELECT 1 FROM ${visible(memberId, thread, seen)} AND ${m.seq} = ${replyTo}
          AND ${m.createdAt} >= ${seen.oldest ?? 0} AND NOT ${isHiddenFrom(memberId, m)})`;
  const facts = sql`, EXISTS (${wasArchived(memberId, send)}) AS archived, ${quotes} AS quoted,
    iif(${c.id} IS NULL, (SELECT json_group_array(json_object('seq', seq, 'sketch', sketch, 'createdAt', created_at)) FROM (
      SELECT ${openers.seq}, ${openers.sketch}, ${openers.createdAt} FROM ${openers}
      WHERE ${openers.memberId} = ${memberId} ORDER BY ${openers.seq} DESC LIMIT ${MOST_OPENERS})), '[]') AS openers,
    (SELECT json_array(${MESSAGE_JSON}, ${sender.otherId}) FROM ${m}
      JOIN ${sender} ON ${sender.conversationId} = ${m.conversationId} AND ${sender.memberId} = ${m.senderId}
      WHERE ${m.senderId} = ${memberId} AND ${m.clientId} = ${send.clientId}) AS sent`;
  return [partnerQuery(memberId, by, limits, facts)];
}

export type Prepared = ReturnType<typeof readPrepared>;

/** `quoted`: the member sees the message with the seq `replyTo`. `openers`: newest first, empty within a conversation. */
export function readPrepared(rows: unknown[][]) {
  const [[row]] = rows as [[Omit<RawPartner, "id"> & Facts & { id: string | null }]];
  const { id, sent, archived, quoted, openers: begun, ...partner } = row;
  const [message, partnerId] = sent === null ? [] : (JSON.parse(sent) as [object[], string]);
  return {
    target: id === null ? null : readPartner({ ...partner, id }),
    sent: message && partnerId ? { ...messageOfJson(message), partnerId } : null,
    archived: archived === 1,
    quoted: quoted === 1,
    openers: JSON.parse(begun) as Opener[],
  };
}
