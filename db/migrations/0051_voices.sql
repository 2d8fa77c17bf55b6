ALTER TABLE `chat_photos` ADD `duration` integer;--> statement-breakpoint
ALTER TABLE `chat_photos` ADD `levels` text;--> statement-breakpoint
ALTER TABLE `chat_photos` ADD `container` text;--> statement-breakpoint
ALTER TABLE `chat_photos` ADD `played_at` integer;
--> statement-breakpoint
DROP TRIGGER chat_photos_changed;
--> statement-breakpoint
CREATE TRIGGER chat_photos_changed AFTER UPDATE OF status, played_at ON chat_photos
WHEN NEW.status IS NOT OLD.status OR NEW.played_at IS NOT OLD.played_at BEGIN
  UPDATE participants SET changes = changes + 1 WHERE conversation_id = NEW.conversation_id;
  UPDATE messages SET
    sender_changed = (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id),
    receiver_changed = (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id)
  WHERE conversation_id = NEW.conversation_id AND seq = NEW.seq;
END;
