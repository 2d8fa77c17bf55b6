import type { ArchivedRange } from "#worker/platform/archived.ts";
import type { MessageRow } from "./message.sql.ts";
import type { MessageArchive } from "./message-archive.ts";
import type { Range } from "./message-range.sql.ts";
import type { Partner } from "./partner.sql.ts";
import { lacksQuote, withQuotes } from "./quotes.ts";

interface Page {
  messages: MessageRow[];
  changed: MessageRow[];
}

/** Completes a page of D1. At most one object call: none where D1 fills the page or `since` (ms) ends it. */
export async function withArchived(
  archive: Pick<MessageArchive, "read">,
  partner: Partner,
  memberId: string,
  page: Page,
  range: Range,
  since: number,
): Promise<Page> {
  const { conversation } = partner;
  if (!conversation || conversation.archivedSeq === 0) return page;
  const { id, archivedSeq } = conversation;
  const older = rangeOf(conversation, page.messages, range, since);
  const changes = changesOf(conversation, memberId, range);
  const replies = [...page.messages, ...page.changed].filter((row) => lacksQuote(row, archivedSeq));
  if (!older && !changes && replies.length === 0) return page;
  const seqs = [...new Set(replies.map(({ replyTo }) => replyTo as number))];
  const { rows, quoted, changed } = await archive.read(id, { range: older, seqs, changes }, archivedSeq);
  const messages =
    range.after === undefined ? [...rows.reverse(), ...page.messages] : [...rows, ...page.messages].slice(0, range.limit);
  const version = ({ senderId, senderChanged, receiverChanged }: MessageRow) =>
    (senderId === memberId ? senderChanged : receiverChanged) ?? 0;
  const all = [...page.changed, ...changed].toSorted((a, b) => version(a) - version(b)).slice(0, range.limit);
  return { messages: withQuotes(messages, quoted, partner, memberId), changed: withQuotes(all, quoted, partner, memberId) };
}

type Conversation = NonNullable<Partner["conversation"]>;

function floorOf({ removedSeq, lastSeq }: Conversation, { newest }: Range): number {
  return Math.max(removedSeq, newest === undefined ? 0 : lastSeq - newest);
}

function rangeOf(conversation: Conversation, messages: MessageRow[], range: Range, since: number): ArchivedRange | null {
  const { after, before = Number.MAX_SAFE_INTEGER, limit } = range;
  const floor = Math.max(floorOf(conversation, range), after ?? 0);
  const end = Math.min(conversation.archivedSeq + 1, before);
  if (floor + 1 >= end) return null;
  if (after !== undefined) return { after: floor, before: end, limit, order: "ascending" };
  const first = messages[0];
  if (messages.length >= limit || (first && first.createdAt < since)) return null;
  return { after: floor, before: end, limit: limit - messages.length, order: "descending" };
}

function changesOf(conversation: Conversation, memberId: string, range: Range) {
  const { changes: since, limit } = range;
  const after = floorOf(conversation, range);
  if (since === undefined || conversation.changes <= since || after >= conversation.archivedSeq) return null;
  return { memberId, since, after, limit };
}
