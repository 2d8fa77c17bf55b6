CREATE TABLE `sweeps` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`steady_since` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `accounts_reminders` ON `accounts` (`reminders`,`created_at`) WHERE status = 'not_confirmed';