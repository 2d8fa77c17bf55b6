CREATE TABLE `pending_likes` (
	`liker_id` text NOT NULL,
	`liked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`liker_id`, `liked_id`),
	FOREIGN KEY (`liker_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`liked_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_oneself_pending" CHECK("pending_likes"."liker_id" <> "pending_likes"."liked_id")
);
--> statement-breakpoint
CREATE INDEX `pending_likes_liked` ON `pending_likes` (`liked_id`);--> statement-breakpoint
CREATE TABLE `photo_grants` (
	`owner_id` text NOT NULL,
	`member_id` text NOT NULL,
	`status` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `member_id`),
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_own_photos" CHECK("photo_grants"."owner_id" <> "photo_grants"."member_id"),
	CONSTRAINT "grant_status" CHECK("photo_grants"."status" IN ('requested', 'granted', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `photo_grants_owner` ON `photo_grants` (`owner_id`,`status`,`at`,`member_id`);--> statement-breakpoint
CREATE INDEX `photo_grants_member` ON `photo_grants` (`member_id`);--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`filter` text NOT NULL,
	`filter_key` text NOT NULL,
	`notify` integer NOT NULL,
	`seen_until` integer NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_member` ON `saved_searches` (`member_id`,`domain_id`,`filter_key`);--> statement-breakpoint
CREATE INDEX `saved_searches_due` ON `saved_searches` (`due_at`) WHERE notify = 1;--> statement-breakpoint
CREATE TABLE `visits` (
	`visited_id` text NOT NULL,
	`visitor_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`visited_id`, `visitor_id`),
	FOREIGN KEY (`visited_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`visitor_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_own_visit" CHECK("visits"."visited_id" <> "visits"."visitor_id")
);
--> statement-breakpoint
CREATE INDEX `visits_list` ON `visits` (`visited_id`,`at`,`visitor_id`);--> statement-breakpoint
CREATE INDEX `visits_visitor` ON `visits` (`visitor_id`);--> statement-breakpoint
CREATE INDEX `visits_at` ON `visits` (`at`);--> statement-breakpoint
ALTER TABLE `likes` ADD `target` text;--> statement-breakpoint
ALTER TABLE `photos` ADD `rejected_for` text;--> statement-breakpoint
ALTER TABLE `photos` ADD `checked_at` integer;--> statement-breakpoint
ALTER TABLE `photos` ADD `width` integer;--> statement-breakpoint
ALTER TABLE `photos` ADD `height` integer;--> statement-breakpoint
ALTER TABLE `photos` ADD `preview` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `prompts` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `main_preview` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `photo_checked` integer DEFAULT false NOT NULL;