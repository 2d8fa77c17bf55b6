CREATE TABLE `cron_tasks` (
	`name` text PRIMARY KEY NOT NULL,
	`ran_at` integer,
	`took_ms` integer,
	`failed_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_refused` ON `push_subscriptions` (`refused_at`) WHERE refused_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payment_notices_received` ON `payment_notices` (`received_at`);--> statement-breakpoint
CREATE INDEX `payments_completed_at` ON `payments` (`completed_at`) WHERE completed_at IS NOT NULL;