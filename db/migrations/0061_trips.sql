CREATE TABLE `trips` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`country` text NOT NULL,
	`region` text NOT NULL,
	`city` text NOT NULL,
	`cell` integer NOT NULL,
	`from_day` text NOT NULL,
	`until_day` text NOT NULL,
	`shown_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`begun` integer DEFAULT false NOT NULL,
	`home_country` text NOT NULL,
	`joined_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "trip_days" CHECK("trips"."from_day" <= "trips"."until_day" AND "trips"."shown_at" < "trips"."ends_at")
);
--> statement-breakpoint
CREATE INDEX `trips_member` ON `trips` (`member_id`,`shown_at`);--> statement-breakpoint
CREATE INDEX `trips_begin` ON `trips` (`shown_at`) WHERE begun = 0;--> statement-breakpoint
CREATE INDEX `trips_end` ON `trips` (`ends_at`);--> statement-breakpoint
CREATE INDEX `trips_away` ON `trips` (`home_country`,"joined_at" desc,"member_id" desc,`from_day`) WHERE begun = 1;--> statement-breakpoint
ALTER TABLE `profiles` ADD `stay` text;