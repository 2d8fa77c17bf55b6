ALTER TABLE `decisions` ADD `lifted_at` integer;--> statement-breakpoint
ALTER TABLE `decisions` ADD `lifted_by` text;