CREATE TABLE `decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`domain_id` text NOT NULL,
	`pool` text NOT NULL,
	`member_id` text NOT NULL,
	`report_id` text,
	`about` text NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`until` integer,
	`decided_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`objection` text,
	`objected_at` integer,
	`outcome` text,
	`closed_at` integer,
	CONSTRAINT "decision_outcome" CHECK("decisions"."outcome" IS NULL OR "decisions"."objected_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `decisions_reference` ON `decisions` (`reference`);--> statement-breakpoint
CREATE INDEX `decisions_member` ON `decisions` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `message_reads` (
	`item` text NOT NULL,
	`member_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`messages` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_reads_once` ON `message_reads` (`item`,`member_id`,`staff_id`);--> statement-breakpoint
CREATE INDEX `message_reads_member` ON `message_reads` (`member_id`,`at`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `muted_until` integer;--> statement-breakpoint
-- Reports about children and crime come first.
CREATE TRIGGER work_of_report AFTER INSERT ON reports WHEN NEW.status = 'open' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, score, created_at, due_at)
  VALUES (lower(hex(randomblob(10))), 'report', NEW.id, NEW.reported_id, NEW.domain_id, NEW.pool,
    iif(NEW.reason IN ('minor', 'illegal'), 100, 0), NEW.created_at, NEW.due_at);
END;
--> statement-breakpoint
CREATE TRIGGER work_of_report_done AFTER UPDATE OF status ON reports WHEN NEW.status = 'decided' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'report' AND object_id = NEW.id AND state = 'waiting';
END;
--> statement-breakpoint
INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, score, created_at, due_at)
SELECT lower(hex(randomblob(10))), 'report', r.id, r.reported_id, r.domain_id, r.pool,
  iif(r.reason IN ('minor', 'illegal'), 100, 0), r.created_at, r.due_at FROM reports r WHERE r.status = 'open';
