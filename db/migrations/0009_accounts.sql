CREATE TABLE `consents` (
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`version` text NOT NULL,
	`language` text NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `kind`, `version`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `data_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`status` text NOT NULL,
	`key` text NOT NULL,
	`size` integer,
	`created_at` integer NOT NULL,
	`ready_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `data_exports_account` ON `data_exports` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `data_exports_expires` ON `data_exports` (`expires_at`);--> statement-breakpoint
CREATE TABLE `departures` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text,
	`days` integer NOT NULL,
	`paid_user` integer NOT NULL,
	`day` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invites` (
	`hash` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`account_id` text,
	`uses_left` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "uses_not_negative" CHECK("invites"."uses_left" >= 0)
);
--> statement-breakpoint
CREATE INDEX `invites_account` ON `invites` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `invites_expires` ON `invites` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`rp_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`transports` text DEFAULT '[]' NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_account` ON `passkeys` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `signup_drafts` (
	`hash` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`step` text NOT NULL,
	`values` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `signup_drafts_updated` ON `signup_drafts` (`updated_at`);--> statement-breakpoint
CREATE TABLE `mail_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`account_id` text,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mail_reports_account` ON `mail_reports` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notified` (
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `kind`, `subject`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notified_at` ON `notified` (`at`);--> statement-breakpoint
CREATE TABLE `preferences` (
	`account_id` text PRIMARY KEY NOT NULL,
	`channels` text DEFAULT '{}' NOT NULL,
	`invisible` integer DEFAULT false NOT NULL,
	`paused` integer DEFAULT false NOT NULL,
	`show_read` integer DEFAULT true NOT NULL,
	`show_online` integer DEFAULT true NOT NULL,
	`spend_limits` text DEFAULT '{"day":null,"week":null,"month":null}' NOT NULL,
	`spend_raise` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `traffic_source` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `reminders` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `accounts_unconfirmed` ON `accounts` (`created_at`) WHERE status = 'not_confirmed';--> statement-breakpoint
CREATE INDEX `accounts_deleted` ON `accounts` (`deleted_at`) WHERE status = 'deleted';--> statement-breakpoint
ALTER TABLE `sessions` ADD `country` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_seen_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tokens` ADD `data` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `headers` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_account` ON `outbox` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient`,`created_at`);