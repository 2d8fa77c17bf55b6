/** A member's receipts in a conversation: the partner's messages up to a seq. Times in ms. */
export interface Marks {
  readTo: number;
  readAt: number | null;
  deliveredTo: number;
  deliveredAt: number | null;
}

export const NO_MARKS: Marks = { readTo: 0, readAt: null, deliveredTo: 0, deliveredAt: null };

type Receipts = Record<"deliveredAt" | "readAt", number | null>;

/** Receipts of a message: its own marks if it has any, otherwise those of the receiver's side. A message that was read counts as delivered. */
export function receiptsOf(message: Receipts & { seq: number }, receiver: Marks | undefined): Receipts {
  const { readTo, readAt: lastRead, deliveredTo, deliveredAt: lastDelivered } = receiver ?? NO_MARKS;
  const readAt = message.readAt ?? (message.seq <= readTo ? lastRead : null);
  const deliveredAt = message.deliveredAt ?? (message.seq <= deliveredTo ? lastDelivered : null);
  const earliest = Math.min(deliveredAt ?? Number.POSITIVE_INFINITY, readAt ?? Number.POSITIVE_INFINITY);
  return { readAt, deliveredAt: Number.isFinite(earliest) ? earliest : null };
}

/** Receipts of a message between two members, by each one's marks. */
export function receiptsIn(message: Receipts & { seq: number; senderId: string }, marks: ReadonlyMap<string, Marks>): Receipts {
  const receiver = [...marks].find(([member]) => member !== message.senderId);
  return receiptsOf(message, receiver?.[1]);
}
