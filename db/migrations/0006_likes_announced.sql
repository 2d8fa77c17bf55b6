ALTER TABLE `likes` ADD `announced_at` integer;--> statement-breakpoint
CREATE INDEX `likes_unannounced` ON `likes` (`liked_id`,`created_at`,`liker_id`) WHERE announced_at IS NULL AND is_new = 1;--> statement-breakpoint
-- Likes from before there was anything to announce them are no news.
UPDATE `likes` SET `announced_at` = `created_at`;
