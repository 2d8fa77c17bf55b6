DELETE FROM `blocks` WHERE "blocker_id" = "blocked_id";--> statement-breakpoint
CREATE TABLE `__new_blocks` (
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`conversation_id` text,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_oneself_block" CHECK("__new_blocks"."blocker_id" <> "__new_blocks"."blocked_id")
);
--> statement-breakpoint
INSERT INTO `__new_blocks`("blocker_id", "blocked_id", "created_at", "conversation_id") SELECT "blocker_id", "blocked_id", "created_at", "conversation_id" FROM `blocks`;--> statement-breakpoint
DROP TABLE `blocks`;--> statement-breakpoint
ALTER TABLE `__new_blocks` RENAME TO `blocks`;--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`,`blocker_id`);--> statement-breakpoint
CREATE INDEX `blocks_conversation` ON `blocks` (`conversation_id`) WHERE conversation_id IS NOT NULL;--> statement-breakpoint
-- The triggers of 0060, which left with the table.
CREATE TRIGGER signals_block AFTER INSERT ON blocks BEGIN
  INSERT INTO signals (member_id, blocks, updated_at) VALUES (NEW.blocked_id, 1, NEW.created_at)
  ON CONFLICT (member_id) DO UPDATE SET blocks = blocks + 1, updated_at = excluded.updated_at;
END;
--> statement-breakpoint
CREATE TRIGGER signals_unblock AFTER DELETE ON blocks BEGIN
  UPDATE signals SET blocks = max(0, blocks - 1) WHERE member_id = OLD.blocked_id;
END;
