ALTER TABLE `accounts` ADD `wanted_name` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `wanted_key` text;--> statement-breakpoint
CREATE INDEX `accounts_wanted` ON `accounts` (`pool`,`wanted_key`) WHERE wanted_key IS NOT NULL;