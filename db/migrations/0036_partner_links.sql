CREATE TABLE `partner_links` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`domain_id` text NOT NULL,
	`network` text NOT NULL,
	`ref` text NOT NULL,
	`from_day` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `partner_links_hash` ON `partner_links` (`hash`);--> statement-breakpoint
CREATE INDEX `partner_links_until` ON `partner_links` (`until`);