ALTER TABLE `accounts` ADD `news_seen_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `visitors_seen_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `photos` ADD `rejected_at` integer;