CREATE TABLE `chat_photos` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text,
	`sender_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`client_id` text NOT NULL,
	`status` text NOT NULL,
	`rejected_for` text,
	`checked_at` integer,
	`width` integer,
	`height` integer,
	`preview` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sender_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "chat_photo_status" CHECK("chat_photos"."status" IN ('inspection', 'active', 'rejected', 'gone'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_photos_key` ON `chat_photos` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `chat_photos_message` ON `chat_photos` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `chat_photos_sender` ON `chat_photos` (`sender_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `chat_photos_waiting` ON `chat_photos` (`created_at`) WHERE status = 'inspection';--> statement-breakpoint
CREATE INDEX `chat_photos_unwanted` ON `chat_photos` (`created_at`) WHERE status IN ('rejected', 'gone') AND key IS NOT NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `wrote` integer DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE `participants` SET `wrote` = 1 WHERE EXISTS (SELECT 1 FROM `messages`
  WHERE `messages`.`conversation_id` = `participants`.`conversation_id` AND `messages`.`sender_id` = `participants`.`member_id`);--> statement-breakpoint
-- The sweep erases the pictures of an ended conversation, and then their rows.
CREATE TRIGGER chat_photos_ended AFTER DELETE ON conversations BEGIN
  UPDATE chat_photos SET status = 'gone' WHERE conversation_id = OLD.id;
END;
--> statement-breakpoint
-- A decision is a change of its message for both members.
CREATE TRIGGER chat_photos_changed AFTER UPDATE OF status ON chat_photos WHEN NEW.status IS NOT OLD.status BEGIN
  UPDATE participants SET changes = changes + 1 WHERE conversation_id = NEW.conversation_id;
  UPDATE messages SET
    sender_changed = (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id),
    receiver_changed = (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id)
  WHERE conversation_id = NEW.conversation_id AND seq = NEW.seq;
END;
