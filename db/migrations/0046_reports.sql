CREATE TABLE `held_chats` (
	`id` text PRIMARY KEY NOT NULL,
	`member_a` text NOT NULL,
	`member_b` text NOT NULL,
	`last_seq` integer NOT NULL,
	`archived_seq` integer NOT NULL,
	`held_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `held_chats_pair` ON `held_chats` (`member_a`,`member_b`);--> statement-breakpoint
CREATE INDEX `held_chats_b` ON `held_chats` (`member_b`);--> statement-breakpoint
CREATE INDEX `held_chats_at` ON `held_chats` (`held_at`);--> statement-breakpoint
CREATE TABLE `held_messages` (
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sender_id` text NOT NULL,
	`type` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `seq`),
	FOREIGN KEY (`conversation_id`) REFERENCES `held_chats`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `report_proofs` (
	`report_id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`proof` text NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `report_proofs_member` ON `report_proofs` (`member_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`domain_id` text NOT NULL,
	`pool` text NOT NULL,
	`reporter_id` text,
	`reported_id` text NOT NULL,
	`kind` text NOT NULL,
	`object_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`outcome` text,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`reporter_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "not_oneself" CHECK("reports"."reporter_id" <> "reports"."reported_id"),
	CONSTRAINT "report_outcome" CHECK(("reports"."outcome" IS NULL) = ("reports"."status" = 'open'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_reference` ON `reports` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open` ON `reports` (`reporter_id`,`kind`,`object_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_reported` ON `reports` (`reported_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_decided` ON `reports` (`decided_at`) WHERE decided_at IS NOT NULL;
--> statement-breakpoint
-- A decision releases the chat, unless another case between the two waits.
CREATE TRIGGER held_chats_decided AFTER UPDATE OF status ON reports WHEN NEW.status = 'decided' BEGIN
  DELETE FROM held_chats
  WHERE member_a = min(NEW.reporter_id, NEW.reported_id) AND member_b = max(NEW.reporter_id, NEW.reported_id)
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = member_a AND r.reported_id = member_b AND r.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = member_b AND r.reported_id = member_a AND r.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM complaints k WHERE k.account_id = member_a AND k.answered_at IS NULL AND k.closed_at IS NULL
      AND instr(coalesce(k.link, '') || ' ' || k.text, member_b) > 0)
    AND NOT EXISTS (SELECT 1 FROM complaints k WHERE k.account_id = member_b AND k.answered_at IS NULL AND k.closed_at IS NULL
      AND instr(coalesce(k.link, '') || ' ' || k.text, member_a) > 0);
END;
--> statement-breakpoint
CREATE TRIGGER held_chats_answered AFTER UPDATE OF answered_at, closed_at ON complaints
WHEN OLD.answered_at IS NULL AND OLD.closed_at IS NULL AND NEW.account_id IS NOT NULL BEGIN
  DELETE FROM held_chats
  WHERE NEW.account_id IN (member_a, member_b)
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = member_a AND r.reported_id = member_b AND r.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = member_b AND r.reported_id = member_a AND r.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM complaints k WHERE k.account_id = member_a AND k.answered_at IS NULL AND k.closed_at IS NULL
      AND instr(coalesce(k.link, '') || ' ' || k.text, member_b) > 0)
    AND NOT EXISTS (SELECT 1 FROM complaints k WHERE k.account_id = member_b AND k.answered_at IS NULL AND k.closed_at IS NULL
      AND instr(coalesce(k.link, '') || ' ' || k.text, member_a) > 0);
END;
--> statement-breakpoint
CREATE TRIGGER held_chats_released AFTER DELETE ON held_chats BEGIN
  UPDATE archive_erasures SET due_at = 0 WHERE conversation_id = OLD.id;
END;
