CREATE TABLE `archive_erasures` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`up_to_seq` integer NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `archive_erasures_due` ON `archive_erasures` (`due_at`);--> statement-breakpoint
CREATE TABLE `archived_sends` (
	`sender_id` text NOT NULL,
	`client_id` text NOT NULL,
	PRIMARY KEY(`sender_id`, `client_id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `conversations` ADD `archived_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `oldest_at` integer;--> statement-breakpoint
ALTER TABLE `conversations` ADD `pool` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `conversations_oldest` ON `conversations` (`pool`,`oldest_at`) WHERE oldest_at IS NOT NULL;