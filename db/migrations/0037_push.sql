CREATE TABLE `pushes` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`outcome` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pushes_subject` ON `pushes` (`account_id`,`subject`);--> statement-breakpoint
CREATE INDEX `pushes_created` ON `pushes` (`created_at`);--> statement-breakpoint
CREATE INDEX `pushes_digests` ON `pushes` (`due_at`) WHERE kind = 'digest' AND outcome IS NULL;--> statement-breakpoint
ALTER TABLE `preferences` ADD `push_names` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `preferences` ADD `quiet` text;--> statement-breakpoint
-- No build has offered push: the table is empty, and a column that may not be null cannot be added.
DROP TABLE `push_subscriptions`;--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`endpoint` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`session_hash` text NOT NULL,
	`domain_id` text NOT NULL,
	`public_key` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`token_hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_account` ON `push_subscriptions` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_hash`);--> statement-breakpoint
CREATE TRIGGER push_session_revoked AFTER UPDATE OF revoked_at ON sessions WHEN NEW.revoked_at IS NOT NULL BEGIN
  DELETE FROM push_subscriptions WHERE session_hash = NEW.token_hash;
END;
