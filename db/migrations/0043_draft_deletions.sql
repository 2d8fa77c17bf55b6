-- No table refers to drafts, so none is lost with the old one.
CREATE TABLE `__new_chat_drafts` (
	`member_id` text NOT NULL,
	`other_id` text NOT NULL,
	`text` text NOT NULL,
	`reply_to` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `other_id`),
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "draft_to_another" CHECK("__new_chat_drafts"."member_id" <> "__new_chat_drafts"."other_id"),
	CONSTRAINT "draft_length" CHECK(length("__new_chat_drafts"."text") BETWEEN 0 AND 20000)
);
--> statement-breakpoint
INSERT INTO `__new_chat_drafts`("member_id", "other_id", "text", "reply_to", "updated_at") SELECT "member_id", "other_id", "text", "reply_to", "updated_at" FROM `chat_drafts`;--> statement-breakpoint
DROP TABLE `chat_drafts`;--> statement-breakpoint
ALTER TABLE `__new_chat_drafts` RENAME TO `chat_drafts`;--> statement-breakpoint
CREATE INDEX `chat_drafts_other` ON `chat_drafts` (`other_id`);