import type { MessageRow, RawQuote } from "./message.sql.ts";
import type { MessageArchive } from "./message-archive.ts";
import type { Partner } from "./partner.sql.ts";

/** D1 joins a quote only where it has the quoted message too. */
export function lacksQuote({ replyTo, quote }: MessageRow, archivedSeq: number): boolean {
  return replyTo !== null && quote === null && replyTo <= archivedSeq;
}

export function withQuotes(rows: MessageRow[], quoted: MessageRow[], partner: Partner, memberId: string): MessageRow[] {
  const bySeq = new Map(quoted.map((row) => [row.seq, row]));
  return rows.map((row) => {
    const found = row.quote === null && row.replyTo !== null ? bySeq.get(row.replyTo) : undefined;
    return found ? { ...row, quote: JSON.stringify(quoteOf(found, partner, memberId)) } : row;
  });
}

/** One object call where the quoted message is archived, else none. */
export async function withQuote<T extends MessageRow>(
  archive: Pick<MessageArchive, "read">,
  row: T,
  partner: Partner,
  memberId: string,
): Promise<T> {
  const { id, archivedSeq } = partner.conversation ?? { id: "", archivedSeq: 0 };
  if (row.conversationId !== id || !lacksQuote(row, archivedSeq)) return row;
  const { quoted } = await archive.read(id, { range: null, seqs: [row.replyTo as number], changes: null }, archivedSeq);
  return { ...row, quote: withQuotes([row], quoted, partner, memberId)[0]?.quote ?? null };
}

function quoteOf(row: MessageRow, { card, conversation }: Partner, memberId: string): RawQuote {
  const { seq, senderId, type, text, gift, createdAt, hiddenFromSender, hiddenFromReceiver } = row;
  const removed = { [memberId]: conversation?.removedSeq ?? 0, [card.id]: conversation?.partnerRemovedSeq ?? 0 };
  return { seq, senderId, type, text, gift, createdAt, hiddenFromSender, hiddenFromReceiver, removed };
}
