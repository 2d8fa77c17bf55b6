CREATE TABLE `fraud_removals` (
	`member_id` text PRIMARY KEY NOT NULL,
	`decision_id` text NOT NULL,
	`since` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `fraud_returns` (
	`fraud_id` text NOT NULL,
	`account_id` text NOT NULL,
	`since` integer NOT NULL,
	`state` text DEFAULT 'due' NOT NULL,
	`credits` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`fraud_id`, `account_id`)
);
--> statement-breakpoint
CREATE INDEX `fraud_returns_account` ON `fraud_returns` (`account_id`);--> statement-breakpoint
CREATE INDEX `fraud_returns_open` ON `fraud_returns` (`created_at`) WHERE state <> 'done';