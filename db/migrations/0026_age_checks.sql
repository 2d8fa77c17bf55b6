CREATE TABLE `age_checks` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`country` text NOT NULL,
	`gesture` text NOT NULL,
	`pose` text,
	`document` text,
	`status` text NOT NULL,
	`reason` text,
	`sent_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "age_check_decided" CHECK(("age_checks"."decided_at" IS NULL) = ("age_checks"."status" = 'waiting')),
	CONSTRAINT "age_check_reason" CHECK(("age_checks"."reason" IS NOT NULL) = ("age_checks"."status" = 'refused')),
	CONSTRAINT "age_check_pictures" CHECK(("age_checks"."pose" IS NULL) = ("age_checks"."document" IS NULL)),
	CONSTRAINT "age_check_waits_with_pictures" CHECK("age_checks"."status" <> 'waiting' OR "age_checks"."pose" IS NOT NULL)
);
--> statement-breakpoint
CREATE INDEX `age_checks_account` ON `age_checks` (`account_id`,`sent_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `age_checks_waiting` ON `age_checks` (`account_id`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `age_checks_decided` ON `age_checks` (`decided_at`) WHERE decided_at IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER work_of_age_check AFTER INSERT ON age_checks WHEN NEW.status = 'waiting' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, not_by, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'age', NEW.id, a.id, NEW.domain_id, a.pool,
    (SELECT s.id FROM staff_members s WHERE s.email = a.email), NEW.sent_at, NEW.sent_at + 86400000
  FROM accounts a WHERE a.id = NEW.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER work_of_age_check_done AFTER UPDATE OF status ON age_checks WHEN NEW.status <> 'waiting' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'age' AND object_id = NEW.id AND state = 'waiting';
END;
--> statement-breakpoint
CREATE TRIGGER work_of_age_check_gone AFTER DELETE ON age_checks BEGIN
  DELETE FROM work_items WHERE kind = 'age' AND object_id = OLD.id AND state IN ('waiting', 'decided');
END;
