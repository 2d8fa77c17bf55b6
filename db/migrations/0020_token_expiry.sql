DROP INDEX `tokens_addresses`;--> statement-breakpoint
CREATE INDEX `tokens_expires` ON `tokens` (`expires_at`);