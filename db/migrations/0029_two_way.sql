ALTER TABLE `profiles` ADD `seen_from` integer;--> statement-breakpoint
ALTER TABLE `profiles` ADD `seen_to` integer;--> statement-breakpoint
ALTER TABLE `profiles` ADD `seen_within` integer;