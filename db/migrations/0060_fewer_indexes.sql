DROP INDEX `lots_running`;--> statement-breakpoint
DROP INDEX `outbox_account`;--> statement-breakpoint
DROP INDEX `outbox_recipient`;--> statement-breakpoint
CREATE INDEX `outbox_account` ON `outbox` (`account_id`,`created_at`) WHERE account_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient`) WHERE account_id IS NULL AND recipient <> '';
--> statement-breakpoint
DROP TRIGGER messages_paid;
--> statement-breakpoint
DROP TRIGGER news_message;
--> statement-breakpoint
DROP TRIGGER messages_oldest;
--> statement-breakpoint
DROP TRIGGER sources_of_message;
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
CREATE TRIGGER news_message AFTER INSERT ON messages
WHEN NEW.type <> 'system' AND NOT (NEW.type = 'call' AND NEW.text NOT LIKE '%:missed') BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  SELECT iif(member_a = NEW.sender_id, member_b, member_a), iif(EXISTS (SELECT 1 FROM participants
      WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id AND request IS NOT NULL), 'request', 'message'),
    NEW.conversation_id, NEW.created_at, NEW.created_at + 600000
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
