/** A message and a block this close (ms) in time met: both note when their request began, and a request takes seconds at most. */
const MET_WITHIN = 30_000;

/** A debit for a message that is not there and that nothing has given back yet. */
export interface LostDebit {
  /** The ledger entry. */
  entry: number;
  member: string;
  /** Credits, positive. */
  credits: number;
  /** Milliseconds since 1970. */
  at: number;
  /**
   * `block`: a block of the two fell into the same half minute, so that the message was never written, or lived for seconds.
   * `later_block`, `erasure`: the message may have been there until one of these deleted it.
   * `no_trace`: nothing in the database ends a conversation of this member after the debit; a block that was taken back leaves no row.
   */
  why: "block" | "later_block" | "erasure" | "no_trace";
}

const blocks = (condition: string) => `(EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = l.account_id AND ${condition})
    OR EXISTS (SELECT 1 FROM blocks b WHERE b.blocked_id = l.account_id AND ${condition}))`;

/** An erasure deletes the messages that a living partner had removed before. */
const ERASED = `EXISTS (SELECT 1 FROM participants me JOIN conversations c ON c.id = me.conversation_id
    JOIN accounts o ON o.id = me.other_id AND o.status IN ('deleted', 'erased')
    WHERE me.member_id = l.account_id AND me.removed_seq > 0 AND c.created_at <= l.created_at AND me.last_at >= l.created_at)`;

/** An erased account has nobody to give anything back to. */
const LOST = `SELECT l.id AS entry, l.account_id AS member, -l.amount AS credits, l.created_at AS at, l.cause,
    CASE WHEN ${blocks(`b.created_at BETWEEN l.created_at - ${MET_WITHIN} AND l.created_at + ${MET_WITHIN}`)} THEN 'block'
      WHEN ${blocks("b.created_at > l.created_at")} THEN 'later_block'
      WHEN ${ERASED} THEN 'erasure' ELSE 'no_trace' END AS why
  FROM ledger l JOIN accounts a ON a.id = l.account_id AND a.status <> 'erased'
  WHERE l.kind = 'message' AND l.amount < 0 AND NOT EXISTS (SELECT 1 FROM messages WHERE id = l.cause)
    AND NOT EXISTS (SELECT 1 FROM ledger r WHERE r.account_id = l.account_id AND r.idempotency_key = 'refund:' || l.cause)`;

/** The query of all LostDebits, oldest first. */
export function lostDebits(): string {
  return `SELECT entry, member, credits, at, why FROM (${LOST}) ORDER BY entry`;
}

/** Which debits are given back: of those that met a block, the ones before this moment (ms), or these entries whatever became of their message. */
export type Which = { until: number } | { entries: number[] };

/** The statement that gives debits back, each by one entry of its own and once, however often it runs. It answers members and credits. */
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
