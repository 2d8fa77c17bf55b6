CREATE TABLE `attendances` (
	`event_id` text NOT NULL,
	`member_id` text NOT NULL,
	`going` integer NOT NULL,
	`listed` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `member_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "listed_goes" CHECK("attendances"."listed" = 0 OR "attendances"."going" = 1)
);
--> statement-breakpoint
CREATE INDEX `attendances_member` ON `attendances` (`member_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`status` text NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`language` text NOT NULL,
	`spoken` text DEFAULT '[]' NOT NULL,
	`country` text NOT NULL,
	`region` text NOT NULL,
	`city` text NOT NULL,
	`cell` integer NOT NULL,
	`place` text NOT NULL,
	`link` text,
	`zone` text NOT NULL,
	`day` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`places` integer,
	`going` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`notice` text,
	`told_to` text,
	CONSTRAINT "event_ends_later" CHECK("events"."ends_at" > "events"."starts_at"),
	CONSTRAINT "event_places" CHECK("events"."going" <= coalesce("events"."places", 1000))
);
--> statement-breakpoint
CREATE INDEX `events_list` ON `events` (`domain_id`,`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_end` ON `events` (`ends_at`);--> statement-breakpoint
CREATE INDEX `events_notice` ON `events` (`changed_at`) WHERE notice IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER attendances_insert AFTER INSERT ON attendances WHEN NEW.going = 1 BEGIN
  UPDATE events SET going = going + 1 WHERE id = NEW.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER attendances_update AFTER UPDATE OF going ON attendances WHEN NEW.going <> OLD.going BEGIN
  UPDATE events SET going = going + NEW.going - OLD.going WHERE id = NEW.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER attendances_delete AFTER DELETE ON attendances WHEN OLD.going = 1 BEGIN
  UPDATE events SET going = going - 1 WHERE id = OLD.event_id;
END;
