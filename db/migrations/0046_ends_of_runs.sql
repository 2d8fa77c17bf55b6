CREATE INDEX `lots_running` ON `lots` (`id`) WHERE run_cause IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER messages_paid;
--> statement-breakpoint
DROP TRIGGER news_message;
--> statement-breakpoint
DROP TRIGGER messages_oldest;
--> statement-breakpoint
DROP TRIGGER sources_of_message;
--> statement-breakpoint
DROP TRIGGER payments_reversed;
--> statement-breakpoint
DROP TRIGGER refund_proposals_reversed;
--> statement-breakpoint
DROP TRIGGER sources_of_payment;
--> statement-breakpoint
DROP TRIGGER sources_of_reversal;
--> statement-breakpoint
DROP TRIGGER ledger_run;
--> statement-breakpoint
DROP TRIGGER ledger_entry;
--> statement-breakpoint
DROP TRIGGER ledger_ends_run;
--> statement-breakpoint
DROP TRIGGER lots_run;
--> statement-breakpoint
DROP TRIGGER lots_run_ended;
--> statement-breakpoint
DROP TRIGGER lots_no_update;
--> statement-breakpoint
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
  -- Apart: a statement that sets `run_cause` writes the index of open runs, also where it keeps its value.
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
--> statement-breakpoint
CREATE TRIGGER news_message AFTER INSERT ON messages WHEN NEW.type <> 'system' BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  SELECT iif(member_a = NEW.sender_id, member_b, member_a), 'message', NEW.conversation_id, NEW.created_at, NEW.created_at + 600000
  FROM conversations WHERE id = NEW.conversation_id
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER messages_oldest AFTER INSERT ON messages
WHEN (SELECT oldest_at FROM conversations WHERE id = NEW.conversation_id) IS NULL BEGIN
  UPDATE conversations SET oldest_at = NEW.created_at, pool = (SELECT pool FROM profiles WHERE profiles.id = member_a)
  WHERE id = NEW.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER sources_of_message AFTER INSERT ON messages WHEN NEW.type <> 'system' AND (NEW.price = 0 OR NEW.lot_id IS NOT NULL) BEGIN
  UPDATE accounts SET first_message_at = NEW.created_at WHERE id = NEW.sender_id AND first_message_at IS NULL AND source_id IS NOT NULL;
END;
--> statement-breakpoint
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
      WHERE e.account_id = NEW.account_id AND l.payment_id = NEW.id AND e.kind IN ('message', 'gift', 'photos', 'icebreaker')
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
--> statement-breakpoint
CREATE TRIGGER refund_proposals_reversed AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status <> NEW.status BEGIN
  UPDATE refund_proposals SET status = 'superseded', decided_at = NEW.updated_at WHERE payment_id = NEW.id AND status = 'proposed';
END;
--> statement-breakpoint
CREATE TRIGGER sources_of_payment AFTER UPDATE OF status ON payments
WHEN NEW.status = 'completed' AND OLD.status <> 'completed' BEGIN
  INSERT INTO sources (id, domain_id, rest, network, ref, lander, signups, day)
  SELECT lower(hex(randomblob(10))), domain_id, rest, iif(rest = 2, '', network), iif(rest = 0, ref, ''), lander, 1, day FROM (
    SELECT q.*, CASE
      WHEN EXISTS (SELECT 1 FROM sources s WHERE s.domain_id = q.domain_id AND s.network = q.network AND s.ref = q.ref
        AND s.lander = q.lander AND s.rest = 0) THEN 0
      WHEN (SELECT count(*) FROM sources s WHERE s.domain_id = q.domain_id AND s.day = q.day AND s.network = q.network) >= 50 THEN 1
      WHEN (SELECT count(*) FROM sources s WHERE s.domain_id = q.domain_id AND s.day = q.day) < 200 THEN 0
      WHEN EXISTS (SELECT 1 FROM sources s WHERE s.domain_id = q.domain_id AND s.network = q.network) THEN 1
      ELSE 2 END AS rest
    FROM (SELECT domain_id, coalesce(tracking ->> '$.network', '') AS network, coalesce(tracking ->> '$.ref', '') AS ref,
      coalesce(tracking ->> '$.lander', '') AS lander, NEW.updated_at / 86400000 AS day FROM accounts WHERE id = NEW.account_id AND source_id IS NULL) q)
  WHERE 1 ON CONFLICT DO UPDATE SET signups = signups + 1;
  UPDATE accounts SET first_message_at = 0, source_id = (SELECT s.id FROM sources s
    WHERE s.domain_id = accounts.domain_id AND s.lander = coalesce(accounts.tracking ->> '$.lander', '') AND (
      (s.rest = 2 AND s.network = '' AND s.ref = '')
      OR (s.network = coalesce(accounts.tracking ->> '$.network', '') AND s.ref = iif(s.rest = 0, coalesce(accounts.tracking ->> '$.ref', ''), '')))
    ORDER BY s.rest LIMIT 1)
  WHERE id = NEW.account_id AND source_id IS NULL;
  INSERT INTO source_figures (domain_id, day, source_id, country, name, part, value)
  SELECT NEW.domain_id, NEW.updated_at / 86400000, a.source_id, NEW.country, f.key, iif(f.key IN ('orders', 'revenue'), NEW.currency, ''), f.value
  FROM accounts a JOIN json_each(json_object('orders', 1, 'revenue', NEW.amount,
    'buyers', NOT EXISTS (SELECT 1 FROM payments WHERE account_id = NEW.account_id AND id <> NEW.id AND status IN ('completed', 'refunded', 'chargeback')),
    'payers', NOT EXISTS (SELECT 1 FROM payments WHERE account_id = NEW.account_id AND id <> NEW.id AND status IN ('completed', 'refunded', 'chargeback')
      AND strftime('%Y-%m', completed_at / 1000, 'unixepoch') = strftime('%Y-%m', NEW.updated_at / 1000, 'unixepoch')))) f
  WHERE a.id = NEW.account_id AND f.value > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER sources_of_reversal AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status <> NEW.status BEGIN
  INSERT INTO source_figures (domain_id, day, source_id, country, name, part, value)
  SELECT NEW.domain_id, NEW.updated_at / 86400000, a.source_id, NEW.country, f.key, NEW.currency, f.value
  FROM accounts a JOIN (SELECT NEW.amount - coalesce(sum(amount), 0) AS rest FROM refunds WHERE payment_id = NEW.id AND status = 'done') r
  JOIN json_each(iif(NEW.status = 'refunded',
    json_object('refunds', 1, 'refunded', r.rest), json_object('chargebacks', 1, 'charged_back', r.rest))) f
  WHERE a.id = NEW.account_id AND a.source_id IS NOT NULL AND r.rest > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_run AFTER INSERT ON ledger WHEN NEW.messages IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'an entry of messages is the open run') WHERE NEW.kind <> 'message' OR NEW.reverses_id IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM lots WHERE id = NEW.lot_id AND account_id = NEW.account_id AND run_cause = NEW.cause
      AND 'message:' || run_key = NEW.idempotency_key AND run_credits = -NEW.amount AND run_messages = NEW.messages);
  UPDATE lots SET run_chat = NULL, run_cause = NULL, run_key = NULL, run_messages = 0, run_credits = 0, run_at = 0 WHERE id = NEW.lot_id;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_entry AFTER INSERT ON ledger
WHEN NEW.lot_id IS NULL OR NEW.kind NOT IN ('message', 'gift', 'photos', 'icebreaker') BEGIN
  SELECT RAISE(ABORT, 'debt is open') FROM accounts
  WHERE id = NEW.account_id AND debt > 0 AND NEW.kind IN ('message', 'gift', 'photos', 'icebreaker');
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
    AND kind IN ('message', 'gift', 'photos', 'icebreaker');
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
--> statement-breakpoint
CREATE TRIGGER ledger_not_twice BEFORE INSERT ON ledger WHEN NEW.messages IS NULL AND NEW.kind = 'message' BEGIN
  SELECT RAISE(ABORT, 'a lot paid this message') FROM messages
  WHERE sender_id = NEW.account_id AND client_id = substr(NEW.idempotency_key, 9) AND lot_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_ends_run BEFORE INSERT ON ledger WHEN NEW.messages IS NULL BEGIN
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id, messages)
  SELECT account_id, -run_credits, 'message', run_cause, 'message:' || run_key, run_at, id, run_messages FROM lots
  WHERE id = (SELECT min(id) FROM lots WHERE account_id = NEW.account_id AND open = 1) AND run_cause IS NOT NULL;
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER lots_no_update BEFORE UPDATE OF id, account_id, entry_id, payment_id, credits, created_at ON lots BEGIN
  SELECT RAISE(ABORT, 'lots are append-only');
END;
