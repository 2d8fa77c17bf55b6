ALTER TABLE `saved_searches` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `saved_searches` ADD `sort` text DEFAULT 'last_active' NOT NULL;--> statement-breakpoint
ALTER TABLE `saved_searches` ADD `fresh` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `saved_searches` ADD `found_at` integer;