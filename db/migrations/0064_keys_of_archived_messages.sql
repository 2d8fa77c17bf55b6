CREATE TABLE `archive_senders` (
	`id` integer PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `archive_senders_member` ON `archive_senders` (`member_id`);--> statement-breakpoint
CREATE TABLE `archived_keys` (
	`sender` integer NOT NULL,
	`key` integer NOT NULL,
	PRIMARY KEY(`sender`, `key`),
	FOREIGN KEY (`sender`) REFERENCES `archive_senders`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
