ALTER TABLE `blocks` ADD `conversation_id` text;--> statement-breakpoint
CREATE INDEX `blocks_conversation` ON `blocks` (`conversation_id`) WHERE conversation_id IS NOT NULL;