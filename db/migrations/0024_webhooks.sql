CREATE TABLE `api_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`prefix` text NOT NULL,
	`name` text NOT NULL,
	`domain_id` text,
	`scopes` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	`noted` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_hash` ON `api_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_person` ON `api_tokens` (`created_by`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`event` text NOT NULL,
	`domain_id` text,
	`member_id` text,
	`object_id` text,
	`at` integer NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`answer` integer,
	`error` text,
	`done_at` integer,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`webhook_id`,`next_at`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_log` ON `webhook_deliveries` (`webhook_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`old_secret` text,
	`old_until` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	`disabled_for` text,
	`failing_since` integer,
	`told_at` integer
);
--> statement-breakpoint
CREATE TRIGGER webhooks_member_confirmed_1 AFTER UPDATE OF status ON accounts
WHEN OLD.status = 'not_confirmed' AND NEW.status = 'active' BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, 'member.confirmed', NEW.domain_id, NEW.id, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  FROM webhooks w
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = NEW.domain_id) AND instr(w.events, '"member.confirmed"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = NEW.domain_id);
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_member_left_3 AFTER UPDATE OF status ON accounts
WHEN NEW.status = 'deleted' AND OLD.status IN ('not_confirmed', 'active') BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, 'member.left', NEW.domain_id, NEW.id, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  FROM webhooks w
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = NEW.domain_id) AND instr(w.events, '"member.left"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = NEW.domain_id);
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_member_returned_4 AFTER UPDATE OF status ON accounts
WHEN OLD.status = 'deleted' AND NEW.status IN ('not_confirmed', 'active') BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, 'member.returned', NEW.domain_id, NEW.id, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  FROM webhooks w
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = NEW.domain_id) AND instr(w.events, '"member.returned"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = NEW.domain_id);
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_report_made_7 AFTER INSERT ON reports
WHEN NEW.status = 'open' BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, 'report.made', NEW.domain_id, NEW.reported_id, NEW.id, NEW.created_at, NEW.created_at
  FROM webhooks w
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = NEW.domain_id) AND instr(w.events, '"report.made"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = NEW.domain_id);
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_decision_made_8 AFTER INSERT ON decisions
WHEN 1 BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, 'decision.made', NEW.domain_id, NEW.member_id, NEW.id, NEW.created_at, NEW.created_at
  FROM webhooks w
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = NEW.domain_id) AND instr(w.events, '"decision.made"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = NEW.domain_id);
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_member_signed_up_0 AFTER INSERT ON accounts
WHEN NEW.status = 'not_confirmed' BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, 'member.signed_up', NEW.domain_id, NEW.id, NULL, NEW.created_at, NEW.created_at
  FROM webhooks w
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = NEW.domain_id) AND instr(w.events, '"member.signed_up"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = NEW.domain_id);
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_member_confirmed_2 AFTER UPDATE OF arrived_at ON imported
WHEN OLD.arrived_at IS NULL AND NEW.arrived_at IS NOT NULL BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, 'member.confirmed', NEW.domain_id, NEW.account_id, NULL, NEW.arrived_at, NEW.arrived_at
  FROM webhooks w
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = NEW.domain_id) AND instr(w.events, '"member.confirmed"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = NEW.domain_id);
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_order_paid_5 AFTER INSERT ON receipts
WHEN NEW.kind = 'receipt' BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, 'order.paid', p.domain_id, p.account_id, p.id, NEW.created_at, NEW.created_at
  FROM webhooks w JOIN payments p ON p.id = NEW.payment_id
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = p.domain_id) AND instr(w.events, '"order.paid"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = p.domain_id);
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_order_refunded_6 AFTER INSERT ON receipts
WHEN NEW.kind = 'credit_note' BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, 'order.refunded', p.domain_id, p.account_id, p.id, NEW.created_at, NEW.created_at
  FROM webhooks w JOIN payments p ON p.id = NEW.payment_id
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = p.domain_id) AND instr(w.events, '"order.refunded"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = p.domain_id);
END;
