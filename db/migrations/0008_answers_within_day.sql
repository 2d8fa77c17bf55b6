ALTER TABLE `profiles` ADD `answers_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `answers_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `preferences` ADD `show_answers` integer DEFAULT true NOT NULL;