-- accounts.new_likes counts the new likes of those who can be seen: a like of somebody invisible waits, and is new when they show themselves.
DROP TRIGGER likes_new_insert;
--> statement-breakpoint
DROP TRIGGER likes_new_update;
--> statement-breakpoint
DROP TRIGGER likes_new_delete;
--> statement-breakpoint
CREATE TRIGGER likes_new_insert AFTER INSERT ON likes
WHEN NEW.is_new = 1 AND EXISTS (SELECT 1 FROM profiles WHERE id = NEW.liker_id AND status = 'active') BEGIN
  UPDATE accounts SET new_likes = new_likes + 1 WHERE id = NEW.liked_id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_new_update AFTER UPDATE OF is_new ON likes
WHEN NEW.is_new <> OLD.is_new AND EXISTS (SELECT 1 FROM profiles WHERE id = NEW.liker_id AND status = 'active') BEGIN
  UPDATE accounts SET new_likes = new_likes + NEW.is_new - OLD.is_new WHERE id = NEW.liked_id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_new_delete AFTER DELETE ON likes
WHEN OLD.is_new = 1 AND EXISTS (SELECT 1 FROM profiles WHERE id = OLD.liker_id AND status = 'active') BEGIN
  UPDATE accounts SET new_likes = new_likes - 1 WHERE id = OLD.liked_id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_hide AFTER UPDATE OF status ON profiles WHEN OLD.status = 'active' AND NEW.status <> 'active' BEGIN
  UPDATE accounts SET new_likes = new_likes - 1 WHERE id IN (SELECT liked_id FROM likes WHERE liker_id = NEW.id AND is_new = 1);
END;
--> statement-breakpoint
CREATE TRIGGER likes_show AFTER UPDATE OF status ON profiles WHEN OLD.status <> 'active' AND NEW.status = 'active' BEGIN
  UPDATE accounts SET new_likes = new_likes + 1 WHERE id IN (SELECT liked_id FROM likes WHERE liker_id = NEW.id AND is_new = 1);
END;
--> statement-breakpoint
-- The likes go with the row, and find no profile then.
CREATE TRIGGER likes_gone BEFORE DELETE ON profiles WHEN OLD.status = 'active' BEGIN
  UPDATE accounts SET new_likes = new_likes - 1 WHERE id IN (SELECT liked_id FROM likes WHERE liker_id = OLD.id AND is_new = 1);
END;
--> statement-breakpoint
UPDATE accounts SET new_likes = (SELECT count(*) FROM likes l JOIN profiles p ON p.id = l.liker_id AND p.status = 'active'
    WHERE l.liked_id = accounts.id AND l.is_new = 1)
WHERE new_likes > 0 AND id IN (SELECT l.liked_id FROM profiles p JOIN likes l ON l.liker_id = p.id
    WHERE p.status <> 'active' AND l.is_new = 1);
