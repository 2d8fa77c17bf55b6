ALTER TABLE `complaints` ADD `answer` text;--> statement-breakpoint
ALTER TABLE `complaints` ADD `answered_at` integer;--> statement-breakpoint
ALTER TABLE `complaints` ADD `closed_at` integer;