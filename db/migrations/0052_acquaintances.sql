CREATE TABLE `acquaintances` (
	`owner_id` text NOT NULL,
	`print` text NOT NULL,
	`added_at` integer NOT NULL,
	`from_at` integer NOT NULL,
	`holds` integer DEFAULT false NOT NULL,
	`until_at` integer,
	PRIMARY KEY(`owner_id`, `print`),
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `acquaintances_print` ON `acquaintances` (`print`);--> statement-breakpoint
CREATE INDEX `acquaintances_from` ON `acquaintances` (`from_at`) WHERE holds = 0;--> statement-breakpoint
CREATE INDEX `acquaintances_until` ON `acquaintances` (`until_at`) WHERE until_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `address_prints` (
	`account_id` text PRIMARY KEY NOT NULL,
	`print` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `address_prints_print` ON `address_prints` (`print`) WHERE print IS NOT NULL;--> statement-breakpoint
CREATE INDEX `address_prints_due` ON `address_prints` (`account_id`) WHERE print IS NULL;--> statement-breakpoint
CREATE TABLE `unseen` (
	`viewer_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`print` text NOT NULL,
	PRIMARY KEY(`viewer_id`, `owner_id`, `print`),
	FOREIGN KEY (`viewer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_unseen_by_oneself" CHECK("unseen"."viewer_id" <> "unseen"."owner_id")
);
--> statement-breakpoint
CREATE INDEX `unseen_owner` ON `unseen` (`owner_id`,`print`);
--> statement-breakpoint
DROP TRIGGER figures_of_activation;
--> statement-breakpoint
DROP TRIGGER accounts_email_bounce;
--> statement-breakpoint
DROP TRIGGER webhooks_member_confirmed_1;
--> statement-breakpoint
DROP TRIGGER webhooks_member_left_3;
--> statement-breakpoint
DROP TRIGGER webhooks_member_returned_4;
--> statement-breakpoint
DROP TRIGGER sources_of_activation;
--> statement-breakpoint
DROP TRIGGER sources_of_erasure;
--> statement-breakpoint
DROP TRIGGER sources_of_first_message;
--> statement-breakpoint
CREATE TRIGGER accounts_email_print AFTER UPDATE OF email ON accounts WHEN NEW.email <> OLD.email BEGIN
  UPDATE address_prints SET print = NULL WHERE account_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_activation AFTER UPDATE OF activated_at ON accounts
WHEN OLD.activated_at IS NULL AND NEW.activated_at IS NOT NULL BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT NEW.domain_id, NEW.activated_at / 86400000, 'members', 1 FROM profiles WHERE id = NEW.id AND fictional = 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_email_bounce AFTER UPDATE OF email ON accounts
WHEN NEW.email <> OLD.email AND instr(NEW.notifications_disabled, '"bounce"') BEGIN
  UPDATE accounts SET notifications_disabled =
    (SELECT json_group_array(value) FROM json_each(NEW.notifications_disabled) WHERE value <> 'bounce') WHERE id = NEW.id;
END;
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
WHEN NEW.status = 'deleted' AND OLD.status IN ('not_confirmed', 'active')
  AND NOT EXISTS (SELECT 1 FROM profiles WHERE id = NEW.id AND fictional = 1) BEGIN
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
CREATE TRIGGER sources_of_activation AFTER UPDATE OF activated_at ON accounts
WHEN OLD.activated_at IS NULL AND NEW.activated_at IS NOT NULL AND NEW.source_id IS NOT NULL BEGIN
  INSERT INTO source_figures (domain_id, day, source_id, country, name, part, value)
  SELECT NEW.domain_id, NEW.activated_at / 86400000, NEW.source_id, country, 'members', '', 1 FROM profiles WHERE id = NEW.id AND fictional = 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER sources_of_erasure AFTER UPDATE OF status ON accounts WHEN NEW.status = 'erased' AND OLD.status <> 'erased' BEGIN
  UPDATE sources SET rest = 3, ref = id, network = iif((SELECT sum(s.signups) FROM sources s
      WHERE s.domain_id = sources.domain_id AND s.network = sources.network) < 5, '', network)
  WHERE id = NEW.source_id AND rest < 2 AND (network <> '' OR ref <> '') AND (SELECT sum(s.signups) FROM sources s
    WHERE s.domain_id = sources.domain_id AND s.network = sources.network AND s.ref = sources.ref AND s.rest = sources.rest) < 5;
END;
--> statement-breakpoint
CREATE TRIGGER sources_of_first_message AFTER UPDATE OF first_message_at ON accounts
WHEN OLD.first_message_at IS NULL AND NEW.first_message_at > 0 BEGIN
  INSERT INTO source_figures (domain_id, day, source_id, country, name, part, value)
  SELECT NEW.domain_id, NEW.first_message_at / 86400000, NEW.source_id, country, 'writers', '', 1 FROM profiles WHERE id = NEW.id AND fictional = 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
