-- Messages and their conversation.

CREATE TRIGGER messages_seq BEFORE INSERT ON messages
WHEN NEW.seq <> (SELECT max(last_seq, coalesce((SELECT max(seq) FROM messages WHERE conversation_id = NEW.conversation_id), 0)) + 1
    FROM conversations WHERE id = NEW.conversation_id) BEGIN
  SELECT RAISE(ABORT, 'message seq out of order');
END;

-- The next message goes on behind one that left: decision 128.

CREATE TRIGGER messages_kept_seq BEFORE DELETE ON messages
WHEN OLD.seq > (SELECT last_seq FROM conversations WHERE id = OLD.conversation_id) BEGIN
  UPDATE conversations SET last_seq = (SELECT max(seq) FROM messages WHERE conversation_id = OLD.conversation_id)
  WHERE id = OLD.conversation_id;
END;

CREATE TRIGGER messages_oldest AFTER INSERT ON messages
WHEN (SELECT oldest_at FROM conversations WHERE id = NEW.conversation_id) IS NULL BEGIN
  UPDATE conversations SET oldest_at = NEW.created_at, pool = (SELECT pool FROM profiles WHERE profiles.id = member_a)
  WHERE id = NEW.conversation_id;
END;

CREATE TRIGGER conversations_archived BEFORE UPDATE OF archived_seq ON conversations
WHEN NEW.archived_seq NOT BETWEEN OLD.archived_seq
  AND max(NEW.last_seq, coalesce((SELECT max(seq) FROM messages WHERE conversation_id = NEW.id), 0)) BEGIN
  SELECT RAISE(ABORT, 'archived seq out of order');
END;

CREATE TRIGGER conversations_archive_erasure BEFORE DELETE ON conversations WHEN OLD.archived_seq > 0 BEGIN
  INSERT INTO archive_erasures (conversation_id, up_to_seq, due_at)
  VALUES (OLD.id, max(OLD.last_seq, coalesce((SELECT max(seq) FROM messages WHERE conversation_id = OLD.id), 0)), 0)
  ON CONFLICT (conversation_id) DO UPDATE SET up_to_seq = excluded.up_to_seq, due_at = 0;
END;

-- Both like each other: a request is accepted, a decline no longer holds, and a chat that ended with a goodbye opens again.

CREATE TRIGGER conversations_reopen AFTER UPDATE OF matched_at ON likes WHEN OLD.matched_at IS NULL AND NEW.matched_at IS NOT NULL BEGIN
  UPDATE conversations SET goodbye_at = NULL, goodbye_by = NULL, goodbye_line = NULL
  WHERE member_a = min(NEW.liker_id, NEW.liked_id) AND member_b = max(NEW.liker_id, NEW.liked_id) AND goodbye_at IS NOT NULL;
  UPDATE participants SET request = NULL, listed = 1, place_at = last_at, unread = (SELECT count(*) FROM messages
    WHERE messages.conversation_id = participants.conversation_id AND seq > participants.read_seq
      AND sender_id <> participants.member_id AND hidden_from_receiver = 0)
  WHERE request IS NOT NULL AND conversation_id = (SELECT id FROM conversations
    WHERE member_a = min(NEW.liker_id, NEW.liked_id) AND member_b = max(NEW.liker_id, NEW.liked_id));
  UPDATE ended_starts SET declined = 0 WHERE receiver_id = NEW.liker_id AND sender_id = NEW.liked_id AND declined = 1;
  UPDATE ended_starts SET declined = 0 WHERE receiver_id = NEW.liked_id AND sender_id = NEW.liker_id AND declined = 1;
END;

-- Places in the chat list: decision 128. In the order of `place_at`, `last_at` descends too, and is at most seven days later.
-- The second statement is for times that are not written in their order.

CREATE TRIGGER participants_place_insert AFTER INSERT ON participants WHEN NEW.place_at = 0 BEGIN
  UPDATE participants SET place_at = NEW.last_at WHERE conversation_id = NEW.conversation_id AND member_id = NEW.member_id;
  UPDATE participants SET place_at = last_at WHERE member_id = NEW.member_id AND listed = 1
    AND place_at BETWEEN NEW.last_at - 604800000 AND NEW.last_at AND last_at > NEW.last_at;
END;

CREATE TRIGGER participants_place_update AFTER UPDATE OF last_at ON participants
WHEN NEW.last_at NOT BETWEEN NEW.place_at AND NEW.place_at + 604800000
  OR (NEW.last_at > NEW.place_at AND EXISTS (SELECT 1 FROM participants newer WHERE newer.member_id = NEW.member_id AND newer.listed = 1
    AND (newer.place_at, newer.conversation_id) > (NEW.place_at, NEW.conversation_id))) BEGIN
  UPDATE participants SET place_at = NEW.last_at WHERE conversation_id = NEW.conversation_id AND member_id = NEW.member_id;
  UPDATE participants SET place_at = last_at WHERE member_id = NEW.member_id AND listed = 1
    AND place_at BETWEEN NEW.last_at - 604800000 AND NEW.last_at AND last_at > NEW.last_at;
END;

-- Others may have become newer than a chat that was not listed.

CREATE TRIGGER participants_place_listed AFTER UPDATE OF listed ON participants WHEN NEW.listed = 1 AND OLD.listed = 0 BEGIN
  UPDATE participants SET place_at = last_at WHERE member_id = NEW.member_id AND listed = 1
    AND place_at BETWEEN NEW.place_at - 604800000 AND NEW.place_at AND last_at > NEW.last_at;
END;

-- Unread counters.

CREATE TRIGGER participants_unread_insert AFTER INSERT ON participants WHEN NEW.unread <> 0 BEGIN
  UPDATE accounts SET unread = unread + NEW.unread WHERE id = NEW.member_id;
END;

CREATE TRIGGER participants_unread_update AFTER UPDATE OF unread ON participants WHEN NEW.unread <> OLD.unread BEGIN
  UPDATE accounts SET unread = unread + NEW.unread - OLD.unread,
    opened_chat = iif(NEW.opened_at IS OLD.opened_at, opened_chat, NEW.conversation_id) WHERE id = NEW.member_id;
END;

CREATE TRIGGER participants_unread_delete AFTER DELETE ON participants WHEN OLD.unread <> 0 BEGIN
  UPDATE accounts SET unread = unread - OLD.unread WHERE id = OLD.member_id;
END;

-- Changes that an open chat page asks for.

CREATE TRIGGER messages_changed_for_sender AFTER UPDATE OF
  text, edited_at, sender_reaction, receiver_reaction, hidden_from_sender ON messages
WHEN NEW.text IS NOT OLD.text OR NEW.edited_at IS NOT OLD.edited_at OR NEW.sender_reaction IS NOT OLD.sender_reaction
  OR NEW.receiver_reaction IS NOT OLD.receiver_reaction OR NEW.hidden_from_sender IS NOT OLD.hidden_from_sender BEGIN
  UPDATE participants SET changes = changes + 1 WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id;
  UPDATE messages SET sender_changed =
    (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id)
  WHERE conversation_id = NEW.conversation_id AND seq = NEW.seq;
END;

CREATE TRIGGER messages_changed_for_receiver AFTER UPDATE OF
  text, edited_at, sender_reaction, receiver_reaction, hidden_from_receiver ON messages
WHEN NEW.text IS NOT OLD.text OR NEW.edited_at IS NOT OLD.edited_at OR NEW.sender_reaction IS NOT OLD.sender_reaction
  OR NEW.receiver_reaction IS NOT OLD.receiver_reaction OR NEW.hidden_from_receiver IS NOT OLD.hidden_from_receiver BEGIN
  UPDATE participants SET changes = changes + 1 WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id;
  UPDATE messages SET receiver_changed =
    (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id)
  WHERE conversation_id = NEW.conversation_id AND seq = NEW.seq;
END;

CREATE TRIGGER chat_photos_ended AFTER DELETE ON conversations BEGIN
  UPDATE chat_photos SET status = 'gone' WHERE conversation_id = OLD.id;
END;

CREATE TRIGGER chat_photos_changed AFTER UPDATE OF status, played_at ON chat_photos
WHEN NEW.status IS NOT OLD.status OR NEW.played_at IS NOT OLD.played_at BEGIN
  UPDATE participants SET changes = changes + 1 WHERE conversation_id = NEW.conversation_id;
  UPDATE messages SET
    sender_changed = (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id),
    receiver_changed = (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id)
  WHERE conversation_id = NEW.conversation_id AND seq = NEW.seq;
END;

-- Calls: decision 147. The end frees both lines. A minute is paid once its entry is in the ledger.

CREATE TRIGGER calls_ended AFTER UPDATE OF ended_at ON calls WHEN NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL BEGIN
  DELETE FROM call_lines WHERE call_id = NEW.id;
END;

CREATE TRIGGER calls_over BEFORE UPDATE ON calls WHEN OLD.ended_at IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'a call that is over does not change');
END;

CREATE TRIGGER calls_paid BEFORE UPDATE OF paid ON calls WHEN NEW.paid <> OLD.paid BEGIN
  SELECT RAISE(ABORT, 'minutes of a call out of order') WHERE NEW.paid <> OLD.paid + 1 OR (NEW.price_per <> 'minute' AND NEW.paid > 1);
  SELECT RAISE(ABORT, 'a minute of a call without its entry') WHERE NEW.price > 0 AND NOT EXISTS (SELECT 1 FROM ledger
    WHERE account_id = NEW.caller_id AND idempotency_key = 'call:' || NEW.id || ':' || NEW.paid AND amount = -NEW.price);
END;

CREATE TRIGGER calls_departed AFTER UPDATE OF status ON profiles WHEN NEW.status IN ('deleted', 'disabled') AND OLD.status <> NEW.status BEGIN
  UPDATE calls SET ended_at = max(alive_at, asked_at), ending = 'gone'
  WHERE id = (SELECT call_id FROM call_lines WHERE account_id = NEW.id) AND ended_at IS NULL;
END;

CREATE TRIGGER calls_gone AFTER DELETE ON conversations BEGIN
  UPDATE calls SET ended_at = max(alive_at, asked_at), ending = 'gone' WHERE conversation_id = OLD.id AND ended_at IS NULL;
END;
