DROP TRIGGER messages_last_seq;
--> statement-breakpoint
DROP TRIGGER messages_oldest;
--> statement-breakpoint
DROP TRIGGER messages_seq;
--> statement-breakpoint
DROP TRIGGER conversations_archived;
--> statement-breakpoint
DROP TRIGGER participants_place_insert;
--> statement-breakpoint
DROP TRIGGER participants_unread_insert;
--> statement-breakpoint
DROP TRIGGER participants_name_insert;
--> statement-breakpoint
DROP TRIGGER participants_place_update;
--> statement-breakpoint
DROP TRIGGER participants_place_listed;
--> statement-breakpoint
DROP TRIGGER participants_unread_update;
--> statement-breakpoint
DROP TRIGGER conversations_archive_erasure;
--> statement-breakpoint
DROP TRIGGER chat_photos_ended;
--> statement-breakpoint
CREATE TRIGGER messages_oldest AFTER INSERT ON messages
WHEN (SELECT oldest_at FROM conversations WHERE id = NEW.conversation_id) IS NULL BEGIN
  UPDATE conversations SET oldest_at = NEW.created_at, pool = (SELECT pool FROM profiles WHERE profiles.id = member_a)
  WHERE id = NEW.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_seq BEFORE INSERT ON messages
WHEN NEW.seq <> (SELECT max(last_seq, coalesce((SELECT max(seq) FROM messages WHERE conversation_id = NEW.conversation_id), 0)) + 1
    FROM conversations WHERE id = NEW.conversation_id) BEGIN
  SELECT RAISE(ABORT, 'message seq out of order');
END;
--> statement-breakpoint
CREATE TRIGGER messages_kept_seq BEFORE DELETE ON messages
WHEN OLD.seq > (SELECT last_seq FROM conversations WHERE id = OLD.conversation_id) BEGIN
  UPDATE conversations SET last_seq = (SELECT max(seq) FROM messages WHERE conversation_id = OLD.conversation_id)
  WHERE id = OLD.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER conversations_archived BEFORE UPDATE OF archived_seq ON conversations
WHEN NEW.archived_seq NOT BETWEEN OLD.archived_seq
  AND max(NEW.last_seq, coalesce((SELECT max(seq) FROM messages WHERE conversation_id = NEW.id), 0)) BEGIN
  SELECT RAISE(ABORT, 'archived seq out of order');
END;
--> statement-breakpoint
CREATE TRIGGER conversations_archive_erasure BEFORE DELETE ON conversations WHEN OLD.archived_seq > 0 BEGIN
  INSERT INTO archive_erasures (conversation_id, up_to_seq, due_at)
  VALUES (OLD.id, max(OLD.last_seq, coalesce((SELECT max(seq) FROM messages WHERE conversation_id = OLD.id), 0)), 0)
  ON CONFLICT (conversation_id) DO UPDATE SET up_to_seq = excluded.up_to_seq, due_at = 0;
END;
--> statement-breakpoint
CREATE TRIGGER participants_place_insert AFTER INSERT ON participants WHEN NEW.place_at = 0 BEGIN
  UPDATE participants SET place_at = NEW.last_at WHERE conversation_id = NEW.conversation_id AND member_id = NEW.member_id;
  UPDATE participants SET place_at = last_at WHERE member_id = NEW.member_id AND listed = 1
    AND place_at BETWEEN NEW.last_at - 604800000 AND NEW.last_at AND last_at > NEW.last_at;
END;
--> statement-breakpoint
CREATE TRIGGER participants_unread_insert AFTER INSERT ON participants WHEN NEW.unread <> 0 BEGIN
  UPDATE accounts SET unread = unread + NEW.unread WHERE id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER participants_name_insert AFTER INSERT ON participants BEGIN
  UPDATE participants SET other_name = coalesce((SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name_key,'à','a'),'á','a'),'â','a'),'ã','a'),'ä','a'),'å','a'),'ā','a'),'ă','a'),'ą','a'),'ç','c'),'ć','c'),'č','c'),'ċ','c'),'ď','d'),'đ','d'),'ð','d'),'è','e'),'é','e'),'ê','e'),'ë','e'),'ē','e'),'ė','e'),'ę','e'),'ě','e'),'ğ','g'),'ģ','g'),'ì','i'),'í','i'),'î','i'),'ï','i'),'ī','i'),'į','i'),'ı','i'),'ķ','k'),'ł','l'),'ļ','l'),'ľ','l') FROM profiles WHERE id = NEW.other_id), '')
  WHERE conversation_id = NEW.conversation_id AND member_id = NEW.member_id;
  UPDATE participants SET other_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(other_name,'ñ','n'),'ń','n'),'ň','n'),'ņ','n'),'ò','o'),'ó','o'),'ô','o'),'õ','o'),'ö','o'),'ø','o'),'ō','o'),'ő','o'),'ř','r'),'ŕ','r'),'ś','s'),'š','s'),'ş','s'),'ș','s'),'ť','t'),'ţ','t'),'ț','t'),'ù','u'),'ú','u'),'û','u'),'ü','u'),'ū','u'),'ů','u'),'ű','u'),'ų','u'),'ý','y'),'ÿ','y'),'ź','z'),'ż','z'),'ž','z'),'æ','ae'),'œ','oe'),'ß','ss')
  WHERE conversation_id = NEW.conversation_id AND member_id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER participants_place_update AFTER UPDATE OF last_at ON participants
WHEN NEW.last_at NOT BETWEEN NEW.place_at AND NEW.place_at + 604800000
  OR (NEW.last_at > NEW.place_at AND EXISTS (SELECT 1 FROM participants newer WHERE newer.member_id = NEW.member_id AND newer.listed = 1
    AND (newer.place_at, newer.conversation_id) > (NEW.place_at, NEW.conversation_id))) BEGIN
  UPDATE participants SET place_at = NEW.last_at WHERE conversation_id = NEW.conversation_id AND member_id = NEW.member_id;
  UPDATE participants SET place_at = last_at WHERE member_id = NEW.member_id AND listed = 1
    AND place_at BETWEEN NEW.last_at - 604800000 AND NEW.last_at AND last_at > NEW.last_at;
END;
--> statement-breakpoint
CREATE TRIGGER participants_place_listed AFTER UPDATE OF listed ON participants WHEN NEW.listed = 1 AND OLD.listed = 0 BEGIN
  UPDATE participants SET place_at = last_at WHERE member_id = NEW.member_id AND listed = 1
    AND place_at BETWEEN NEW.place_at - 604800000 AND NEW.place_at AND last_at > NEW.last_at;
END;
--> statement-breakpoint
CREATE TRIGGER participants_unread_update AFTER UPDATE OF unread ON participants WHEN NEW.unread <> OLD.unread BEGIN
  UPDATE accounts SET unread = unread + NEW.unread - OLD.unread WHERE id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER chat_photos_ended AFTER DELETE ON conversations BEGIN
  UPDATE chat_photos SET status = 'gone' WHERE conversation_id = OLD.id;
END;
