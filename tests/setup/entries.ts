/** The ledger, and the open runs of messages, which have no entry yet: decision 108. */
export const ENTRIES = `(SELECT account_id, amount, kind, cause, coalesce(messages, 1) AS messages FROM ledger
  UNION ALL SELECT account_id, -run_credits, 'message', run_cause, run_messages FROM lots WHERE run_cause IS NOT NULL)`;

/** Ends every open run, as an hour of silence does. */
export const END_RUNS = `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id, messages)
  SELECT account_id, -run_credits, 'message', run_cause, 'message:' || run_key, run_at, id, run_messages FROM lots WHERE run_cause IS NOT NULL`;
