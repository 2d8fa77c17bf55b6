ALTER TABLE `picture_notices` ADD `named` text;--> statement-breakpoint
ALTER TABLE `picture_notices` ADD `network` text;--> statement-breakpoint
ALTER TABLE `picture_notices` ADD `hiding` text;--> statement-breakpoint
ALTER TABLE `picture_notices` ADD `unsearched` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `picture_notices` ADD `home` text;--> statement-breakpoint
CREATE INDEX `picture_notices_network` ON `picture_notices` (`network`) WHERE network IS NOT NULL;--> statement-breakpoint
CREATE INDEX `picture_notices_unsearched` ON `picture_notices` (`id`) WHERE unsearched <> '[]';