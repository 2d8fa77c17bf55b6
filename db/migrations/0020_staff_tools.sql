CREATE TABLE `signup_bans` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`reason` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `signup_bans_until` ON `signup_bans` (`until`);--> statement-breakpoint
CREATE TABLE `site_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`base` integer NOT NULL,
	`settings` text NOT NULL,
	`proposed_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`status` text DEFAULT 'proposed' NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	CONSTRAINT "site_proposals_decided" CHECK(("site_proposals"."status" = 'proposed') = ("site_proposals"."decided_at" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `site_proposals_open` ON `site_proposals` (`domain_id`) WHERE status = 'proposed';--> statement-breakpoint
CREATE TABLE `member_files` (
	`id` text PRIMARY KEY NOT NULL,
	`filters` text NOT NULL,
	`proposed_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`status` text DEFAULT 'proposed' NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	CONSTRAINT "member_files_decided" CHECK(("member_files"."status" = 'proposed') = ("member_files"."decided_by" IS NULL)),
	CONSTRAINT "member_files_by_two" CHECK("member_files"."status" <> 'approved' OR "member_files"."decided_by" <> "member_files"."proposed_by")
);
--> statement-breakpoint
CREATE INDEX `member_files_created` ON `member_files` (`created_at`);