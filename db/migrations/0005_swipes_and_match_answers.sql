CREATE TABLE `match_answers` (
	`member_id` text PRIMARY KEY NOT NULL,
	`answers` text NOT NULL,
	`answered_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `swipes` (
	`id` integer PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`profile_id` text NOT NULL,
	`liked` integer NOT NULL,
	`at` integer NOT NULL,
	`undone_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `swipes_member` ON `swipes` (`member_id`,`at`,`liked`);--> statement-breakpoint
CREATE INDEX `swipes_pair` ON `swipes` (`member_id`,`profile_id`,`undone_at`,`liked`);--> statement-breakpoint
CREATE INDEX `swipes_profile` ON `swipes` (`profile_id`);