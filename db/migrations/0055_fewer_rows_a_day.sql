DROP INDEX `participants_opened`;--> statement-breakpoint
DROP INDEX `likes_unannounced`;--> statement-breakpoint
CREATE TABLE `__new_visits` (
	`visited_id` text NOT NULL,
	`visitor_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`visited_id`, `at`, `visitor_id`),
	FOREIGN KEY (`visited_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`visitor_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_own_visit" CHECK("__new_visits"."visited_id" <> "__new_visits"."visitor_id")
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_visits`("visited_id", "visitor_id", "at") SELECT "visited_id", "visitor_id", "at" FROM `visits`;--> statement-breakpoint
DROP TABLE `visits`;--> statement-breakpoint
ALTER TABLE `__new_visits` RENAME TO `visits`;--> statement-breakpoint
CREATE UNIQUE INDEX `visits_pair` ON `visits` (`visitor_id`,`visited_id`);--> statement-breakpoint
DROP INDEX `notified_at`;--> statement-breakpoint
CREATE TABLE `__new_swipes` (
	`member_id` text NOT NULL,
	`profile_id` text NOT NULL,
	`liked` integer NOT NULL,
	`at` integer NOT NULL,
	`undone_at` integer,
	PRIMARY KEY(`member_id`, `at`),
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
-- A member has one swipe a time.
INSERT OR IGNORE INTO `__new_swipes`("member_id", "profile_id", "liked", "at", "undone_at") SELECT "member_id", "profile_id", "liked", "at", "undone_at" FROM `swipes`;--> statement-breakpoint
DROP TABLE `swipes`;--> statement-breakpoint
ALTER TABLE `__new_swipes` RENAME TO `swipes`;--> statement-breakpoint
CREATE INDEX `swipes_liked` ON `swipes` (`member_id`,`at`) WHERE liked = 1;--> statement-breakpoint
CREATE INDEX `swipes_profile` ON `swipes` (`profile_id`,`member_id`,`undone_at`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `opened_chat` text;
--> statement-breakpoint
DROP TRIGGER participants_unread_update;
--> statement-breakpoint
CREATE TRIGGER participants_unread_update AFTER UPDATE OF unread ON participants WHEN NEW.unread <> OLD.unread BEGIN
  UPDATE accounts SET unread = unread + NEW.unread - OLD.unread,
    opened_chat = iif(NEW.opened_at IS OLD.opened_at, opened_chat, NEW.conversation_id) WHERE id = NEW.member_id;
END;
