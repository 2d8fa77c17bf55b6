CREATE TABLE `staff_audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`staff_id` text,
	`action` text NOT NULL,
	`object_kind` text NOT NULL,
	`object_id` text,
	`reason` text,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_audit_staff` ON `staff_audit` (`staff_id`,`id`);--> statement-breakpoint
CREATE INDEX `staff_audit_object` ON `staff_audit` (`object_kind`,`object_id`,`id`);--> statement-breakpoint
CREATE TABLE `staff_members` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text,
	`totp_secret` text,
	`totp_step` integer DEFAULT 0 NOT NULL,
	`setup_hash` text,
	`setup_expires_at` integer,
	`created_at` integer NOT NULL,
	`disabled_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_members_email` ON `staff_members` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `staff_members_setup` ON `staff_members` (`setup_hash`);--> statement-breakpoint
CREATE TABLE `staff_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `staff_passkeys_staff` ON `staff_passkeys` (`staff_id`);--> statement-breakpoint
CREATE TABLE `staff_recovery_codes` (
	`staff_id` text NOT NULL,
	`hash` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`staff_id`, `hash`),
	FOREIGN KEY (`staff_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`staff_id` text NOT NULL,
	`user_agent` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `staff_sessions_staff` ON `staff_sessions` (`staff_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `work_items` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`object_id` text NOT NULL,
	`member_id` text,
	`domain_id` text NOT NULL,
	`pool` text NOT NULL,
	`score` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`leased_by` text,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`not_by` text,
	`decision` text,
	`reason` text,
	`decided_by` text,
	`decided_at` integer,
	`effect_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `work_items_object` ON `work_items` (`kind`,`object_id`) WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX `work_items_waiting` ON `work_items` (`kind`,"score" desc,`created_at`,`id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `work_items_due` ON `work_items` (`kind`,`due_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `work_items_effect` ON `work_items` (`effect_at`) WHERE state IN ('decided', 'leaving');--> statement-breakpoint
CREATE INDEX `work_items_lease` ON `work_items` (`leased_by`,`kind`) WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX `work_items_member` ON `work_items` (`member_id`);