ALTER TABLE `sessions` ADD `network` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `former` text;--> statement-breakpoint
CREATE INDEX `sessions_network` ON `sessions` (`network`) WHERE network IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sessions_device` ON `sessions` (`device`) WHERE device IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sessions_former` ON `sessions` (`former`) WHERE former IS NOT NULL;