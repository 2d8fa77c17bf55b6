ALTER TABLE `address_prints` ADD `from_at` integer;--> statement-breakpoint
CREATE INDEX `address_prints_from` ON `address_prints` (`from_at`) WHERE from_at IS NOT NULL;