-- Ledger, lots, postings and debts: decision 45.

CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;

CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;

-- A spending that names a lot is its own posting. The lot covers it, is the member's, and the oldest one with credits.
CREATE TRIGGER ledger_spent AFTER INSERT ON ledger
WHEN NEW.messages IS NULL AND NEW.lot_id IS NOT NULL AND NEW.kind IN ('message', 'gift', 'photos', 'icebreaker', 'call') BEGIN
  SELECT RAISE(ABORT, 'debt is open') FROM accounts WHERE id = NEW.account_id AND debt > 0;
  SELECT RAISE(ABORT, 'a spending is a debit') WHERE NEW.amount >= 0 OR NEW.reverses_id IS NOT NULL;
  -- First: the CHECK on the balance names an uncovered debit.
  UPDATE accounts SET credits = credits + NEW.amount WHERE id = NEW.account_id;
  SELECT RAISE(ABORT, 'entry without lots')
  WHERE NOT EXISTS (SELECT 1 FROM lots WHERE id = NEW.lot_id AND account_id = NEW.account_id);
  SELECT RAISE(ABORT, 'an older lot has credits') FROM lots
  WHERE account_id = NEW.account_id AND open = 1 AND remaining > 0 AND id < NEW.lot_id;
  UPDATE lots SET remaining = remaining + NEW.amount WHERE id = NEW.lot_id;
  UPDATE lots SET open = 0 WHERE id = NEW.lot_id AND open = 1 AND remaining = 0;
END;

-- Runs: messages of one member in one chat that one lot paid, one after the other on one day (UTC). The lot counts them; the run ends
-- with its entry. So balance and lot are exact after each message, and a run costs one entry: decision 108.

CREATE TRIGGER messages_paid AFTER INSERT ON messages WHEN NEW.lot_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'debt is open') FROM accounts WHERE id = NEW.sender_id AND debt > 0;
  SELECT RAISE(ABORT, 'a lot pays texts with a price') WHERE NEW.price <= 0 OR NEW.type <> 'text';
  -- First: the CHECK on the balance names an uncovered debit.
  UPDATE accounts SET credits = credits - NEW.price WHERE id = NEW.sender_id;
  SELECT RAISE(ABORT, 'message without lot')
  WHERE NOT EXISTS (SELECT 1 FROM lots WHERE id = NEW.lot_id AND account_id = NEW.sender_id);
  SELECT RAISE(ABORT, 'an older lot has credits') FROM lots
  WHERE account_id = NEW.sender_id AND open = 1 AND remaining > 0 AND id < NEW.lot_id;
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id, messages)
  SELECT account_id, -run_credits, 'message', run_cause, 'message:' || run_key, run_at, id, run_messages FROM lots
  WHERE id = NEW.lot_id AND run_cause IS NOT NULL AND (run_chat <> NEW.conversation_id OR run_at / 86400000 <> NEW.created_at / 86400000);
  -- The message was deleted and is sent again. A run that begins with it could not end.
  SELECT RAISE(ABORT, 'message is entered already') FROM ledger
  WHERE account_id = NEW.sender_id AND idempotency_key = 'message:' || NEW.client_id;
  UPDATE lots SET remaining = remaining - NEW.price, run_at = NEW.created_at, run_messages = run_messages + 1, run_credits = run_credits + NEW.price
  WHERE id = NEW.lot_id AND run_cause IS NOT NULL;
  UPDATE lots SET remaining = remaining - NEW.price, run_chat = NEW.conversation_id, run_cause = NEW.id, run_key = NEW.client_id,
    run_messages = 1, run_credits = NEW.price, run_at = NEW.created_at
  WHERE id = NEW.lot_id AND run_cause IS NULL;
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id, messages)
  SELECT account_id, -run_credits, 'message', run_cause, 'message:' || run_key, run_at, id, run_messages FROM lots
  WHERE id = NEW.lot_id AND remaining = 0;
  UPDATE lots SET open = 0 WHERE id = NEW.lot_id AND open = 1 AND remaining = 0;
END;

CREATE TRIGGER messages_paid_fixed BEFORE UPDATE OF sender_id, price, lot_id ON messages
WHEN (OLD.lot_id IS NOT NULL OR NEW.lot_id IS NOT NULL) AND (NEW.sender_id, NEW.price, NEW.lot_id) IS NOT (OLD.sender_id, OLD.price, OLD.lot_id) BEGIN
  SELECT RAISE(ABORT, 'a paid message does not change');
END;

CREATE TRIGGER ledger_not_twice BEFORE INSERT ON ledger WHEN NEW.messages IS NULL AND NEW.kind = 'message' BEGIN
  SELECT RAISE(ABORT, 'a lot paid this message') FROM messages
  WHERE sender_id = NEW.account_id AND client_id = substr(NEW.idempotency_key, 9) AND lot_id IS NOT NULL;
END;

CREATE TRIGGER lots_run BEFORE UPDATE OF run_chat, run_cause, run_key, run_messages, run_credits, run_at ON lots BEGIN
  SELECT RAISE(ABORT, 'a run is what its lot paid') WHERE iif(NEW.run_cause IS NULL,
    NEW.run_chat IS NOT NULL OR NEW.run_key IS NOT NULL OR NEW.run_messages <> 0 OR NEW.run_credits <> 0 OR NEW.remaining <> OLD.remaining,
    NEW.run_chat IS NULL OR NEW.run_key IS NULL OR NEW.open = 0 OR NEW.remaining >= OLD.remaining
      OR NEW.run_messages <> OLD.run_messages + 1 OR NEW.run_credits - OLD.run_credits <> OLD.remaining - NEW.remaining
      OR (OLD.run_cause IS NOT NULL AND ((NEW.run_chat, NEW.run_cause, NEW.run_key) IS NOT (OLD.run_chat, OLD.run_cause, OLD.run_key)
        OR NEW.run_at / 86400000 <> OLD.run_at / 86400000)));
  SELECT RAISE(ABORT, 'a run ends with its entry') WHERE OLD.run_cause IS NOT NULL AND NEW.run_cause IS NULL AND NOT EXISTS (
    SELECT 1 FROM ledger WHERE account_id = OLD.account_id AND idempotency_key = 'message:' || OLD.run_key AND messages = OLD.run_messages);
END;

CREATE TRIGGER ledger_run AFTER INSERT ON ledger WHEN NEW.messages IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'an entry of messages is the open run') WHERE NEW.kind <> 'message' OR NEW.reverses_id IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM lots WHERE id = NEW.lot_id AND account_id = NEW.account_id AND run_cause = NEW.cause
      AND 'message:' || run_key = NEW.idempotency_key AND run_credits = -NEW.amount AND run_messages = NEW.messages);
  UPDATE lots SET run_chat = NULL, run_cause = NULL, run_key = NULL, run_messages = 0, run_credits = 0, run_at = 0 WHERE id = NEW.lot_id;
END;

-- Any other entry ends the run, so that ids ascend with what happened. Only the lot that spending takes from has one.

CREATE TRIGGER ledger_ends_run BEFORE INSERT ON ledger WHEN NEW.messages IS NULL BEGIN
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id, messages)
  SELECT account_id, -run_credits, 'message', run_cause, 'message:' || run_key, run_at, id, run_messages FROM lots
  WHERE id = (SELECT min(id) FROM lots WHERE account_id = NEW.account_id AND open = 1) AND run_cause IS NOT NULL;
END;

CREATE TRIGGER ledger_entry AFTER INSERT ON ledger
WHEN NEW.lot_id IS NULL OR NEW.kind NOT IN ('message', 'gift', 'photos', 'icebreaker', 'call') BEGIN
  SELECT RAISE(ABORT, 'debt is open') FROM accounts
  WHERE id = NEW.account_id AND debt > 0 AND NEW.kind IN ('message', 'gift', 'photos', 'icebreaker', 'call');
  -- First: the CHECK on the balance names an uncovered debit.
  UPDATE accounts SET credits = credits + NEW.amount WHERE id = NEW.account_id;
  INSERT INTO lots (account_id, entry_id, payment_id, credits, remaining, created_at)
  SELECT NEW.account_id, NEW.id, iif(NEW.kind = 'purchase', NEW.cause, NULL), NEW.amount, 0, NEW.created_at
  WHERE NEW.amount > 0 AND NEW.reverses_id IS NULL;
  INSERT INTO postings (entry_id, lot_id, debit, credit, amount)
  SELECT NEW.id, id, iif(NEW.kind = 'purchase', 'sales', 'bonus'), 'member', NEW.amount FROM lots WHERE entry_id = NEW.id;
  INSERT INTO postings (entry_id, lot_id, debit, credit, amount)
  SELECT NEW.id, p.lot_id, p.credit, p.debit, p.amount FROM postings p JOIN ledger e ON e.id = p.entry_id
  WHERE e.id = NEW.reverses_id AND e.account_id = NEW.account_id AND e.amount < 0;
  INSERT INTO postings (entry_id, lot_id, debit, credit, amount)
  SELECT NEW.id, lot_id, 'revenue', 'member', -amount FROM ledger
  WHERE id = NEW.reverses_id AND account_id = NEW.account_id AND lot_id IS NOT NULL
    AND kind IN ('message', 'gift', 'photos', 'icebreaker', 'call');
  INSERT INTO postings (entry_id, lot_id, debit, credit, amount)
  SELECT NEW.id, id, 'member', iif(NEW.kind IN ('refund', 'chargeback'), 'refund', iif(NEW.kind = 'adjustment', 'bonus', 'revenue')), taken
  FROM (
    SELECT id, min(remaining, -NEW.amount - (sum(remaining) OVER (ORDER BY id) - remaining)) AS taken
    FROM lots WHERE account_id = NEW.account_id AND open = 1 AND remaining > 0 AND (NEW.lot_id IS NULL OR id = NEW.lot_id)
  ) WHERE NEW.amount < 0 AND taken > 0;
  SELECT RAISE(ABORT, 'entry without lots')
  WHERE NEW.amount <> (SELECT coalesce(sum(iif(credit = 'member', amount, -amount)), 0) FROM postings WHERE entry_id = NEW.id);
  INSERT INTO debts (account_id, payment_id, credits, created_at)
  SELECT NEW.account_id, NEW.cause, NEW.amount, NEW.created_at WHERE NEW.kind = 'debt';
END;

CREATE TRIGGER postings_lot AFTER INSERT ON postings BEGIN
  UPDATE lots SET open = 1 WHERE id = NEW.lot_id AND open = 0 AND NEW.credit = 'member';
  UPDATE lots SET remaining = remaining + iif(NEW.credit = 'member', NEW.amount, -NEW.amount) WHERE id = NEW.lot_id;
  UPDATE lots SET open = 0 WHERE id = NEW.lot_id AND open = 1 AND remaining = 0;
END;

CREATE TRIGGER postings_no_update BEFORE UPDATE ON postings BEGIN
  SELECT RAISE(ABORT, 'postings are append-only');
END;

CREATE TRIGGER postings_no_delete BEFORE DELETE ON postings BEGIN
  SELECT RAISE(ABORT, 'postings are append-only');
END;

CREATE TRIGGER lots_no_update BEFORE UPDATE OF id, account_id, entry_id, payment_id, credits, created_at ON lots BEGIN
  SELECT RAISE(ABORT, 'lots are append-only');
END;

CREATE TRIGGER lots_no_delete BEFORE DELETE ON lots BEGIN
  SELECT RAISE(ABORT, 'lots are append-only');
END;

CREATE TRIGGER debts_sum AFTER INSERT ON debts BEGIN
  UPDATE accounts SET debt = debt + NEW.credits WHERE id = NEW.account_id;
  SELECT RAISE(ABORT, 'debt below zero') FROM accounts WHERE id = NEW.account_id AND debt < 0;
END;

CREATE TRIGGER debts_no_update BEFORE UPDATE ON debts BEGIN
  SELECT RAISE(ABORT, 'debts are append-only');
END;

CREATE TRIGGER debts_no_delete BEFORE DELETE ON debts BEGIN
  SELECT RAISE(ABORT, 'debts are append-only');
END;

-- Payments.

CREATE TRIGGER payments_fixed BEFORE UPDATE OF id, account_id, domain_id, package_id, credits, currency, list_amount, reduction,
  amount, tax_rate, tax_amount, country, provider, discount_code, seller, series, refund_days, idempotency_key, created_at ON payments BEGIN
  SELECT RAISE(ABORT, 'an order does not change');
END;

CREATE TRIGGER payments_no_delete BEFORE DELETE ON payments BEGIN
  SELECT RAISE(ABORT, 'payments are never deleted');
END;

CREATE TRIGGER payments_begin BEFORE INSERT ON payments WHEN NEW.status <> 'created' BEGIN
  SELECT RAISE(ABORT, 'a payment begins as created');
END;

CREATE TRIGGER payments_transition BEFORE UPDATE OF status ON payments
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'created' AND NEW.status IN ('pending', 'completed', 'failed', 'cancelled', 'expired'))
  OR (OLD.status = 'pending' AND NEW.status IN ('completed', 'failed', 'cancelled', 'expired'))
  OR (OLD.status IN ('failed', 'cancelled', 'expired') AND NEW.status = 'completed')
  OR (OLD.status = 'completed' AND NEW.status IN ('refunded', 'chargeback'))) BEGIN
  SELECT RAISE(ABORT, 'payment status out of order');
END;

CREATE TRIGGER payments_completed AFTER UPDATE OF status ON payments
WHEN NEW.status = 'completed' AND OLD.status <> 'completed' BEGIN
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
  VALUES (NEW.account_id, NEW.credits, 'purchase', NEW.id, 'purchase:' || NEW.id, NEW.updated_at);
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id)
  SELECT a.id, -min(a.debt, NEW.credits), 'debt', NEW.id, 'debt:' || NEW.id, NEW.updated_at, l.id
  FROM accounts a JOIN lots l ON l.payment_id = NEW.id WHERE a.id = NEW.account_id AND a.debt > 0;
  UPDATE accounts SET paid_user = 1 WHERE id = NEW.account_id AND status <> 'erased';
  UPDATE OR IGNORE discount_uses SET state = 'used' WHERE payment_id = NEW.id;
  INSERT INTO receipts (series, number, kind, payment_id, amount, tax_amount, created_at)
  SELECT NEW.series, coalesce(max(number), 0) + 1, 'receipt', NEW.id, NEW.amount, NEW.tax_amount, NEW.updated_at
  FROM receipts WHERE series = NEW.series;
END;

CREATE TRIGGER payments_ended AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('failed', 'cancelled', 'expired') AND OLD.status <> NEW.status BEGIN
  UPDATE discount_uses SET state = 'released' WHERE payment_id = NEW.id AND state = 'reserved';
END;

CREATE TRIGGER payments_reversed AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status = 'completed' BEGIN
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id, messages)
  SELECT account_id, -run_credits, 'message', run_cause, 'message:' || run_key, run_at, id, run_messages FROM lots
  WHERE payment_id = NEW.id AND run_cause IS NOT NULL;
  INSERT INTO debts (account_id, payment_id, credits, created_at)
  SELECT NEW.account_id, NEW.id, spent, NEW.updated_at FROM (
    SELECT sum(spent) AS spent FROM (
      SELECT iif(p.credit = 'member', -p.amount, p.amount) AS spent
      FROM ledger e CROSS JOIN postings p ON p.entry_id = e.id CROSS JOIN lots l ON l.id = p.lot_id
      WHERE e.account_id = NEW.account_id AND l.payment_id = NEW.id AND 'revenue' IN (p.debit, p.credit)
      UNION ALL SELECT -e.amount FROM ledger e CROSS JOIN lots l ON l.id = e.lot_id
      WHERE e.account_id = NEW.account_id AND l.payment_id = NEW.id AND e.kind IN ('message', 'gift', 'photos', 'icebreaker', 'call')
    )) WHERE spent > 0;
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id)
  SELECT NEW.account_id, -remaining, iif(NEW.status = 'refunded', 'refund', 'chargeback'), NEW.id, 'back:' || NEW.id, NEW.updated_at, id
  FROM lots WHERE payment_id = NEW.id AND remaining > 0;
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
  SELECT id, -min(debt, credits), 'debt', NEW.id, 'settled:' || NEW.id, NEW.updated_at
  FROM accounts WHERE id = NEW.account_id AND debt > 0 AND credits > 0;
  UPDATE accounts SET paid_user = EXISTS (SELECT 1 FROM payments WHERE account_id = NEW.account_id AND status = 'completed')
  WHERE id = NEW.account_id;
  INSERT INTO receipts (series, number, kind, payment_id, amount, tax_amount, created_at)
  SELECT NEW.series, (SELECT max(number) + 1 FROM receipts WHERE series = NEW.series), 'credit_note', NEW.id,
    NEW.amount - noted, NEW.tax_amount - tax, NEW.updated_at
  FROM (SELECT coalesce(sum(amount), 0) AS noted, coalesce(sum(tax_amount), 0) AS tax FROM receipts
    WHERE payment_id = NEW.id AND kind = 'credit_note') WHERE noted < NEW.amount;
END;

-- Refunds.

CREATE TRIGGER refunds_requested AFTER INSERT ON refunds BEGIN
  SELECT RAISE(ABORT, 'a refund begins as requested') WHERE NEW.status <> 'requested';
  SELECT RAISE(ABORT, 'refund of nothing paid') WHERE NOT EXISTS (
    SELECT 1 FROM payments WHERE id = NEW.payment_id AND account_id = NEW.account_id AND status = 'completed');
  SELECT RAISE(ABORT, 'refund above the payment') FROM payments WHERE id = NEW.payment_id AND amount < (
    SELECT sum(amount) FROM refunds WHERE payment_id = NEW.payment_id AND status <> 'failed');
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id)
  SELECT NEW.account_id, -NEW.credits, 'refund', NEW.id, 'refund:' || NEW.id, NEW.created_at, id
  FROM lots WHERE payment_id = NEW.payment_id AND NEW.credits > 0;
END;

CREATE TRIGGER refunds_fixed BEFORE UPDATE OF id, payment_id, account_id, amount, credits, created_at ON refunds BEGIN
  SELECT RAISE(ABORT, 'a refund does not change');
END;

CREATE TRIGGER refunds_no_delete BEFORE DELETE ON refunds BEGIN
  SELECT RAISE(ABORT, 'refunds are never deleted');
END;

CREATE TRIGGER refunds_transition BEFORE UPDATE OF status ON refunds WHEN NEW.status <> OLD.status AND OLD.status <> 'requested' BEGIN
  SELECT RAISE(ABORT, 'refund status out of order');
END;

CREATE TRIGGER refunds_done AFTER UPDATE OF status ON refunds WHEN NEW.status = 'done' AND OLD.status = 'requested' BEGIN
  -- The tax of a part is the tax of all parts so far, less what earlier notes took: the notes sum up to the receipt.
  INSERT INTO receipts (series, number, kind, payment_id, amount, tax_amount, created_at)
  SELECT p.series, (SELECT max(number) + 1 FROM receipts WHERE series = p.series), 'credit_note', p.id, NEW.amount,
    ((n.noted + NEW.amount) * p.tax_amount * 2 + p.amount) / (2 * p.amount) - n.tax, NEW.updated_at
  FROM payments p, (SELECT coalesce(sum(amount), 0) AS noted, coalesce(sum(tax_amount), 0) AS tax FROM receipts
    WHERE payment_id = NEW.payment_id AND kind = 'credit_note') n
  WHERE p.id = NEW.payment_id AND p.status = 'completed';
  UPDATE payments SET status = 'refunded', updated_at = NEW.updated_at WHERE id = NEW.payment_id AND status = 'completed'
    AND amount = (SELECT sum(amount) FROM refunds WHERE payment_id = NEW.payment_id AND status = 'done');
END;

CREATE TRIGGER refunds_failed AFTER UPDATE OF status ON refunds WHEN NEW.status = 'failed' AND OLD.status = 'requested' BEGIN
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, reverses_id)
  SELECT account_id, -amount, 'reversal', NEW.id, 'reversal:' || NEW.id, NEW.updated_at, id
  FROM ledger WHERE account_id = NEW.account_id AND idempotency_key = 'refund:' || NEW.id
    AND EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND status = 'completed');
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
  SELECT id, -min(debt, credits), 'debt', NEW.payment_id, 'settled:' || NEW.id, NEW.updated_at
  FROM accounts WHERE id = NEW.account_id AND debt > 0 AND credits > 0;
END;

-- Refund proposals.

CREATE TRIGGER refund_proposals_fixed BEFORE UPDATE OF id, payment_id, account_id, domain_id, amount, credits, share, reason, by_two,
  proposed_by, created_at ON refund_proposals BEGIN
  SELECT RAISE(ABORT, 'a proposal does not change');
END;

CREATE TRIGGER refund_proposals_once BEFORE UPDATE OF status ON refund_proposals WHEN OLD.status <> 'proposed' BEGIN
  SELECT RAISE(ABORT, 'a proposal is decided once');
END;

CREATE TRIGGER refund_proposals_superseded AFTER INSERT ON refunds BEGIN
  UPDATE refund_proposals SET status = 'superseded', decided_at = NEW.created_at
  WHERE payment_id = NEW.payment_id AND status = 'proposed' AND id <> NEW.id;
END;

CREATE TRIGGER refund_proposals_reversed AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status <> NEW.status BEGIN
  UPDATE refund_proposals SET status = 'superseded', decided_at = NEW.updated_at WHERE payment_id = NEW.id AND status = 'proposed';
END;

-- Receipts.

CREATE TRIGGER receipts_number BEFORE INSERT ON receipts
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM receipts WHERE series = NEW.series) BEGIN
  SELECT RAISE(ABORT, 'receipt number out of order');
END;

CREATE TRIGGER receipts_no_update BEFORE UPDATE ON receipts BEGIN
  SELECT RAISE(ABORT, 'receipts are append-only');
END;

CREATE TRIGGER receipts_no_delete BEFORE DELETE ON receipts BEGIN
  SELECT RAISE(ABORT, 'receipts are append-only');
END;
