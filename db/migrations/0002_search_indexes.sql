DROP INDEX `profiles_active`;--> statement-breakpoint
CREATE INDEX `profiles_newest` ON `profiles` (`pool`,`gender`,`country`,`created_at`,`id`,`region`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `profiles_newest_anywhere` ON `profiles` (`pool`,`gender`,`created_at`,`id`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `profiles_age` ON `profiles` (`pool`,`gender`,`country`,`birth_date`,`id`,`region`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `profiles_active` ON `profiles` (`pool`,`gender`,`country`,`last_active_at`,`id`,`region`,`birth_date`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`) WHERE status = 'active';