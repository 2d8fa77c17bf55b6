ALTER TABLE `domain_versions` ADD `staff_id` text;--> statement-breakpoint
ALTER TABLE `domain_versions` ADD `pulled_at` integer;