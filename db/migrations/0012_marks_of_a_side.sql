ALTER TABLE `participants` ADD `read_to` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `read_at` integer;--> statement-breakpoint
ALTER TABLE `participants` ADD `delivered_to` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `delivered_at` integer;