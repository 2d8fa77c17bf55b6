CREATE TABLE `domain_previews` (
	`host` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `domain_versions` (
	`domain_id` text NOT NULL,
	`number` integer NOT NULL,
	`settings` text NOT NULL,
	`applied_at` integer NOT NULL,
	`by` text NOT NULL,
	PRIMARY KEY(`domain_id`, `number`)
);
