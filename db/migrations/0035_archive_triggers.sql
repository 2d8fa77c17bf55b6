-- Erasures delete the first messages of a conversation: what is gone counts as archived.
UPDATE conversations SET
  archived_seq = coalesce((SELECT min(seq) - 1 FROM messages WHERE conversation_id = conversations.id), last_seq),
  oldest_at = (SELECT created_at FROM messages WHERE conversation_id = conversations.id ORDER BY seq LIMIT 1),
  pool = (SELECT pool FROM profiles WHERE profiles.id = member_a);
--> statement-breakpoint
CREATE TRIGGER messages_oldest AFTER INSERT ON messages
WHEN (SELECT oldest_at FROM conversations WHERE id = NEW.conversation_id) IS NULL BEGIN
  UPDATE conversations SET oldest_at = NEW.created_at, pool = (SELECT pool FROM profiles WHERE profiles.id = member_a)
  WHERE id = NEW.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER conversations_archived BEFORE UPDATE OF archived_seq ON conversations
WHEN NEW.archived_seq NOT BETWEEN OLD.archived_seq AND NEW.last_seq BEGIN
  SELECT RAISE(ABORT, 'archived seq out of order');
END;
--> statement-breakpoint
-- The archive of a deleted conversation is erased by the cron.
CREATE TRIGGER conversations_archive_erasure AFTER DELETE ON conversations WHEN OLD.archived_seq > 0 BEGIN
  INSERT INTO archive_erasures (conversation_id, up_to_seq, due_at) VALUES (OLD.id, OLD.last_seq, 0)
  ON CONFLICT (conversation_id) DO UPDATE SET up_to_seq = excluded.up_to_seq, due_at = 0;
END;
