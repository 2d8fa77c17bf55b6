CREATE TABLE `held_texts` (
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
	CONSTRAINT "held_text_field" CHECK("held_texts"."field" IN ('about', 'prompts')),
	CONSTRAINT "held_text_causes" CHECK(json_array_length("held_texts"."causes") BETWEEN 1 AND 2),
	CONSTRAINT "held_text_decided" CHECK(("held_texts"."decided_at" IS NULL) = ("held_texts"."status" = 'waiting')),
	CONSTRAINT "held_text_status" CHECK("held_texts"."status" IN ('waiting', 'refused', 'past')),
	CONSTRAINT "held_text_refused" CHECK(("held_texts"."decision_id" IS NULL) = ("held_texts"."status" = 'waiting'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `held_texts_waiting` ON `held_texts` (`member_id`,`field`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `held_texts_member` ON `held_texts` (`member_id`,`held_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `held_texts_decision` ON `held_texts` (`decision_id`) WHERE decision_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `held_texts_kept` ON `held_texts` (`decided_at`) WHERE decided_at IS NOT NULL;
--> statement-breakpoint
-- A text is decided within a day: due_at is 86,400,000 ms after it was held.
CREATE TRIGGER work_of_text AFTER INSERT ON held_texts WHEN NEW.status = 'waiting' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'text', NEW.id, a.id, a.domain_id, a.pool, NEW.held_at, NEW.held_at + 86400000
  FROM accounts a WHERE a.id = NEW.member_id;
END;
--> statement-breakpoint
-- A decision whose effect is at work has removed the row itself.
CREATE TRIGGER work_of_text_gone AFTER DELETE ON held_texts WHEN OLD.status = 'waiting' BEGIN
  DELETE FROM work_items WHERE kind = 'text' AND object_id = OLD.id AND state IN ('waiting', 'decided');
END;
--> statement-breakpoint
-- The triggers of 0060, now also for texts.
DROP TRIGGER signals_score;
--> statement-breakpoint
CREATE TRIGGER signals_score AFTER UPDATE OF score ON signals WHEN NEW.score <> OLD.score BEGIN
  UPDATE accounts SET caution = NEW.score WHERE id = NEW.member_id;
  UPDATE work_items SET score = score + NEW.score - OLD.score
  WHERE member_id = NEW.member_id AND kind IN ('report', 'photo', 'text') AND state = 'waiting';
END;
--> statement-breakpoint
DROP TRIGGER work_score;
--> statement-breakpoint
CREATE TRIGGER work_score AFTER INSERT ON work_items WHEN NEW.kind IN ('report', 'photo', 'text') AND NEW.member_id IS NOT NULL BEGIN
  UPDATE work_items SET score = score + (SELECT score FROM signals WHERE member_id = NEW.member_id)
  WHERE id = NEW.id AND EXISTS (SELECT 1 FROM signals WHERE member_id = NEW.member_id);
END;
