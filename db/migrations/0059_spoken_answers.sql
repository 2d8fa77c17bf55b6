DROP TRIGGER work_of_text;
--> statement-breakpoint
DROP TRIGGER work_of_text_gone;
--> statement-breakpoint
CREATE TABLE `voice_answers` (
	`key` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`unwanted` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `voice_answers_member` ON `voice_answers` (`member_id`);--> statement-breakpoint
CREATE INDEX `voice_answers_unwanted` ON `voice_answers` (`created_at`) WHERE unwanted = 1;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_held_texts` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	`causes` text NOT NULL,
	`status` text NOT NULL,
	`decision_id` text,
	`held_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "held_text_field" CHECK("__new_held_texts"."field" IN ('about', 'prompts', 'identity')),
	CONSTRAINT "held_text_causes" CHECK(json_array_length("__new_held_texts"."causes") BETWEEN 1 AND 4),
	CONSTRAINT "held_text_decided" CHECK(("__new_held_texts"."decided_at" IS NULL) = ("__new_held_texts"."status" = 'waiting')),
	CONSTRAINT "held_text_status" CHECK("__new_held_texts"."status" IN ('waiting', 'refused', 'past')),
	CONSTRAINT "held_text_refused" CHECK(("__new_held_texts"."decision_id" IS NULL) = ("__new_held_texts"."status" = 'waiting'))
);
--> statement-breakpoint
INSERT INTO `__new_held_texts`("id", "member_id", "field", "value", "causes", "status", "decision_id", "held_at", "decided_at") SELECT "id", "member_id", "field", "value", "causes", "status", "decision_id", "held_at", "decided_at" FROM `held_texts`;--> statement-breakpoint
DROP TABLE `held_texts`;--> statement-breakpoint
ALTER TABLE `__new_held_texts` RENAME TO `held_texts`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `held_texts_waiting` ON `held_texts` (`member_id`,`field`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `held_texts_member` ON `held_texts` (`member_id`,`held_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `held_texts_decision` ON `held_texts` (`decision_id`) WHERE decision_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `held_texts_kept` ON `held_texts` (`decided_at`) WHERE decided_at IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER work_of_text AFTER INSERT ON held_texts WHEN NEW.status = 'waiting' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'text', NEW.id, a.id, a.domain_id, a.pool, NEW.held_at, NEW.held_at + 86400000
  FROM accounts a WHERE a.id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER work_of_text_gone AFTER DELETE ON held_texts WHEN OLD.status = 'waiting' BEGIN
  DELETE FROM work_items WHERE kind = 'text' AND object_id = OLD.id AND state IN ('waiting', 'decided');
END;
