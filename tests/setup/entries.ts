/** The ledger, and the open runs of messages, which have no entry yet: decision 108. */
export const ENTRIES = `(SELECT account_id, amount, kind, cause, coalesce(messages, 1) AS messages FROM ledger
  UNION ALL SELECT account_id, -run_credits, 'message', run_cause, run_messages FROM lots WHERE run_cause IS NOT NULL)`;

/** Ends every open run, as an hour of silence does. */
export const END_RUNS = `UPDATE lots SET run_chat = NULL, run_cause = NULL, run_key = NULL, run_messages = 0, run_credits = 0, run_at = 0
  WHERE run_cause IS NOT NULL`;
