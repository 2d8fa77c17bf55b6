/** In ms. A block this close to a message may have overlapped its request. */
const MET_WITHIN = 30_000;

/** A debit whose message is missing and that nothing refunded. */
export interface LostDebit {
  entry: number;
  member: string;
  /** Credits, positive. */
  credits: number;
  /** Milliseconds since 1970. */
  at: number;
  /**
   * `block`: a block overlapped the message. `later_block`, `erasure`: this may have deleted it later. `no_trace`: nothing
   * explains the loss; an undone block leaves no row.
   */
  why: "block" | "later_block" | "erasure" | "no_trace";
}

const blocks = (condition: string) => `(EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = l.account_id AND ${condition})
    OR EXISTS (SELECT 1 FROM blocks b WHERE b.blocked_id = l.account_id AND ${condition}))`;

/** An erasure deletes messages that the partner removed before. */
const ERASED = `EXISTS (SELECT 1 FROM participants me JOIN conversations c ON c.id = me.conversation_id
    JOIN accounts o ON o.id = me.other_id AND o.status IN ('deleted', 'erased')
    WHERE me.member_id = l.account_id AND me.removed_seq > 0 AND c.created_at <= l.created_at AND me.last_at >= l.created_at)`;

/** Skips erased accounts: nobody can receive a refund. */
const LOST = `SELECT l.id AS entry, l.account_id AS member, -l.amount AS credits, l.created_at AS at, l.cause,
    CASE WHEN ${blocks(`b.created_at BETWEEN l.created_at - ${MET_WITHIN} AND l.created_at + ${MET_WITHIN}`)} THEN 'block'
      WHEN ${blocks("b.created_at > l.created_at")} THEN 'later_block'
      WHEN ${ERASED} THEN 'erasure' ELSE 'no_trace' END AS why
  FROM ledger l JOIN accounts a ON a.id = l.account_id AND a.status <> 'erased'
  WHERE l.kind = 'message' AND l.amount < 0 AND NOT EXISTS (SELECT 1 FROM messages WHERE id = l.cause)
    AND NOT EXISTS (SELECT 1 FROM ledger r WHERE r.account_id = l.account_id AND r.idempotency_key = 'refund:' || l.cause)`;

/** Oldest first. */
export function lostDebits(): string {
  return `SELECT entry, member, credits, at, why FROM (${LOST}) ORDER BY entry`;
}

/** Debits with a block before `until` (ms), or these entries in any case. */
export type Which = { until: number } | { entries: number[] };

/** Idempotent: one refund entry per debit. Returns members and credits. */
export function giveBack(now: number, which: Which): string {
  const where =
    "entries" in which ? `entry IN (${which.entries.map(whole).join(", ")})` : `why = 'block' AND at < ${whole(which.until)}`;
  return `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
    SELECT member, credits, 'adjustment', cause, 'refund:' || cause, ${whole(now)} FROM (${LOST}) WHERE ${where}
    ON CONFLICT DO NOTHING RETURNING account_id AS member, amount AS credits`;
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TypeError(`not a whole number: ${value}`);
  return value;
}
