-- A debt is settled at once from what is left on the balance: credits beside a debt could not be spent.
DROP TRIGGER payments_reversed;
--> statement-breakpoint
-- The whole purchase is taken back: what is left leaves the balance, what was spent becomes a debt.
CREATE TRIGGER payments_reversed AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status = 'completed' BEGIN
  INSERT INTO debts (account_id, payment_id, credits, created_at)
  SELECT NEW.account_id, NEW.id, spent, NEW.updated_at FROM (
    SELECT sum(iif(p.credit = 'member', -p.amount, p.amount)) AS spent FROM postings p JOIN lots l ON l.id = p.lot_id
    WHERE l.payment_id = NEW.id AND 'revenue' IN (p.debit, p.credit)) WHERE spent > 0;
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
DROP TRIGGER refunds_failed;
--> statement-breakpoint
CREATE TRIGGER refunds_failed AFTER UPDATE OF status ON refunds WHEN NEW.status = 'failed' AND OLD.status = 'requested' BEGIN
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, reverses_id)
  SELECT account_id, -amount, 'reversal', NEW.id, 'reversal:' || NEW.id, NEW.updated_at, id
  FROM ledger WHERE account_id = NEW.account_id AND idempotency_key = 'refund:' || NEW.id
    AND EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND status = 'completed');
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
  SELECT id, -min(debt, credits), 'debt', NEW.payment_id, 'settled:' || NEW.id, NEW.updated_at
  FROM accounts WHERE id = NEW.account_id AND debt > 0 AND credits > 0;
END;
--> statement-breakpoint
INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
SELECT a.id, -min(a.debt, a.credits), 'debt', (SELECT d.payment_id FROM debts d WHERE d.account_id = a.id AND d.credits > 0 ORDER BY d.id DESC LIMIT 1),
  'settled:0075', unixepoch() * 1000
FROM accounts a WHERE a.id IN (SELECT account_id FROM debts) AND a.debt > 0 AND a.credits > 0;
