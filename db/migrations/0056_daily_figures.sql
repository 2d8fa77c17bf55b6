CREATE TABLE `daily_figures` (
	`domain_id` text NOT NULL,
	`day` integer NOT NULL,
	`name` text NOT NULL,
	`part` text DEFAULT '' NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`domain_id`, `day`, `name`, `part`)
);
--> statement-breakpoint
-- A day has 86,400,000 ms. Ten minutes before midnight, to the ms, stands for the next day: members who hide their activity.
CREATE TRIGGER figures_of_profile AFTER INSERT ON profiles WHEN NEW.fictional = 0 BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT domain_id, NEW.created_at / 86400000, 'signups', 1 FROM accounts WHERE id = NEW.id
  UNION ALL
  SELECT domain_id, (NEW.last_active_at + iif(NEW.last_active_at % 86400000 = 85800000, 600000, 0)) / 86400000, 'active', 1
  FROM accounts WHERE id = NEW.id
  UNION ALL
  SELECT domain_id, activated_at / 86400000, 'members', 1 FROM accounts WHERE id = NEW.id AND activated_at IS NOT NULL
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_activation AFTER UPDATE OF activated_at ON accounts
WHEN OLD.activated_at IS NULL AND NEW.activated_at IS NOT NULL BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT NEW.domain_id, NEW.activated_at / 86400000, 'members', 1 FROM profiles WHERE id = NEW.id AND fictional = 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_activity AFTER UPDATE OF last_active_at ON profiles
WHEN NEW.fictional = 0
  AND (NEW.last_active_at + iif(NEW.last_active_at % 86400000 = 85800000, 600000, 0)) / 86400000
    > (OLD.last_active_at + iif(OLD.last_active_at % 86400000 = 85800000, 600000, 0)) / 86400000 BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT domain_id, (NEW.last_active_at + iif(NEW.last_active_at % 86400000 = 85800000, 600000, 0)) / 86400000, 'active', 1
  FROM accounts WHERE id = NEW.id
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_message AFTER INSERT ON messages WHEN NEW.type <> 'system' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT a.domain_id, NEW.created_at / 86400000, 'messages', 1
  FROM accounts a JOIN profiles p ON p.id = a.id WHERE a.id = NEW.sender_id AND p.fictional = 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- A match counts once, for the domain of the member whose like answers.
CREATE TRIGGER figures_of_like AFTER INSERT ON likes BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT a.domain_id, NEW.created_at / 86400000, f.value, 1
  FROM accounts a JOIN profiles p ON p.id = a.id JOIN json_each('["likes","matches"]') f
  WHERE a.id = NEW.liker_id AND p.fictional = 0
    AND (f.value = 'likes' OR EXISTS (SELECT 1 FROM likes WHERE liker_id = NEW.liked_id AND liked_id = NEW.liker_id))
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_order AFTER INSERT ON payments BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  VALUES (NEW.domain_id, NEW.created_at / 86400000, 'ordered', NEW.currency, 1)
  ON CONFLICT DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_payment AFTER UPDATE OF status ON payments
WHEN NEW.status = 'completed' AND OLD.status <> 'completed' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  VALUES (NEW.domain_id, NEW.updated_at / 86400000, 'orders', NEW.currency, 1),
    (NEW.domain_id, NEW.updated_at / 86400000, 'revenue', NEW.currency, NEW.amount)
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT NEW.domain_id, NEW.updated_at / 86400000, 'buyers', 1
  WHERE NOT EXISTS (SELECT 1 FROM payments WHERE account_id = NEW.account_id AND id <> NEW.id
    AND status IN ('completed', 'refunded', 'chargeback'))
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_refund AFTER UPDATE OF status ON refunds WHEN NEW.status = 'done' AND OLD.status <> 'done' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  SELECT p.domain_id, NEW.updated_at / 86400000, f.key, p.currency, f.value
  FROM payments p JOIN json_each(json_object('refunds', 1, 'refunded', NEW.amount)) f WHERE p.id = NEW.payment_id
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- What a provider takes back at once: the amount less the parts that were refunded before.
CREATE TRIGGER figures_of_reversal AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status <> NEW.status BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  SELECT NEW.domain_id, NEW.updated_at / 86400000, f.key, NEW.currency, f.value
  FROM (SELECT NEW.amount - coalesce(sum(amount), 0) AS rest FROM refunds WHERE payment_id = NEW.id AND status = 'done') r
  JOIN json_each(iif(NEW.status = 'refunded',
    json_object('refunds', 1, 'refunded', r.rest), json_object('chargebacks', 1, 'charged_back', r.rest))) f
  WHERE r.rest > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- A decision counts once it cannot be undone. Decisions from a member's file answer nobody, so they have no response time.
CREATE TRIGGER figures_of_work AFTER UPDATE OF state ON work_items
WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.decided_at IS NOT NULL AND NEW.kind <> 'member' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  SELECT NEW.domain_id, NEW.decided_at / 86400000, f.key, NEW.kind, f.value
  FROM json_each(json_object('decided', 1, 'late', NEW.decided_at > NEW.due_at, 'waited', NEW.decided_at - NEW.created_at)) f
  WHERE f.value > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
