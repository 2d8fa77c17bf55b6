CREATE TABLE `age_notices` (
	`domain_id` text PRIMARY KEY NOT NULL,
	`rules` text NOT NULL,
	`last_id` text
);
--> statement-breakpoint
CREATE TABLE `age_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`session_hash` text NOT NULL,
	`domain_id` text NOT NULL,
	`method` text NOT NULL,
	`way` text NOT NULL,
	`state` text NOT NULL,
	`next` text NOT NULL,
	`country` text NOT NULL,
	`secret` text NOT NULL,
	`outcome` text,
	`code_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `age_requests_state_unique` ON `age_requests` (`state`);--> statement-breakpoint
CREATE INDEX `age_requests_account` ON `age_requests` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `age_requests_expires` ON `age_requests` (`expires_at`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `age_proofs` text DEFAULT '{}' NOT NULL;