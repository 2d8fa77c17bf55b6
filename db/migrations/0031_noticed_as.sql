ALTER TABLE `noticed_photos` ADD `noticed_as` text DEFAULT 'near' NOT NULL;--> statement-breakpoint
ALTER TABLE `noticed_photos` ADD `chosen` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE noticed_photos SET noticed_as = 'exact' WHERE state = 'hidden';--> statement-breakpoint
UPDATE noticed_photos SET state = 'shown' WHERE state = 'near';
