CREATE TABLE `complaints` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`domain_id` text NOT NULL,
	`account_id` text,
	`kind` text NOT NULL,
	`name` text,
	`email` text,
	`link` text,
	`text` text NOT NULL,
	`language` text NOT NULL,
	`country` text NOT NULL,
	`complaint_key` text,
	`receipt` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `complaints_reference` ON `complaints` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `complaints_key` ON `complaints` (`domain_id`,`complaint_key`);--> statement-breakpoint
CREATE INDEX `complaints_created` ON `complaints` (`domain_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `complaints_account` ON `complaints` (`account_id`);