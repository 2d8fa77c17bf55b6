ALTER TABLE `participants` ADD `request` text;--> statement-breakpoint
CREATE INDEX `participants_requests` ON `participants` (`member_id`,`last_at`,`conversation_id`) WHERE request = 'open';
--> statement-breakpoint
DROP TRIGGER news_message;
--> statement-breakpoint
DROP TRIGGER messages_oldest;
--> statement-breakpoint
DROP TRIGGER sources_of_message;
--> statement-breakpoint
DROP TRIGGER conversations_reopen;
--> statement-breakpoint
CREATE TRIGGER news_message AFTER INSERT ON messages WHEN NEW.type <> 'system' BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  SELECT iif(member_a = NEW.sender_id, member_b, member_a), iif(EXISTS (SELECT 1 FROM participants
      WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id AND request IS NOT NULL), 'request', 'message'),
    NEW.conversation_id, NEW.created_at, NEW.created_at + 600000
  FROM conversations WHERE id = NEW.conversation_id
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER messages_oldest AFTER INSERT ON messages
WHEN (SELECT oldest_at FROM conversations WHERE id = NEW.conversation_id) IS NULL BEGIN
  UPDATE conversations SET oldest_at = NEW.created_at, pool = (SELECT pool FROM profiles WHERE profiles.id = member_a)
  WHERE id = NEW.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER sources_of_message AFTER INSERT ON messages WHEN NEW.type <> 'system' AND (NEW.price = 0 OR NEW.lot_id IS NOT NULL) BEGIN
  UPDATE accounts SET first_message_at = NEW.created_at WHERE id = NEW.sender_id AND first_message_at IS NULL AND source_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER conversations_reopen AFTER UPDATE OF matched_at ON likes WHEN OLD.matched_at IS NULL AND NEW.matched_at IS NOT NULL BEGIN
  UPDATE conversations SET goodbye_at = NULL, goodbye_by = NULL, goodbye_line = NULL
  WHERE member_a = min(NEW.liker_id, NEW.liked_id) AND member_b = max(NEW.liker_id, NEW.liked_id) AND goodbye_at IS NOT NULL;
  UPDATE participants SET request = NULL, listed = 1, place_at = last_at, unread = (SELECT count(*) FROM messages
    WHERE messages.conversation_id = participants.conversation_id AND seq > participants.read_seq
      AND sender_id <> participants.member_id AND hidden_from_receiver = 0)
  WHERE request IS NOT NULL AND conversation_id = (SELECT id FROM conversations
    WHERE member_a = min(NEW.liker_id, NEW.liked_id) AND member_b = max(NEW.liker_id, NEW.liked_id));
END;
