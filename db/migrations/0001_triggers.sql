-- Facts that must hold whoever writes: sums, sequences and matches are kept here, not in code.

-- The ledger is append-only, and the balance is its sum.
CREATE TRIGGER ledger_balance AFTER INSERT ON ledger BEGIN
  UPDATE accounts SET credits = credits + NEW.amount WHERE id = NEW.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;
--> statement-breakpoint
-- Messages of a conversation are numbered 1, 2, 3 … without gaps.
CREATE TRIGGER messages_seq BEFORE INSERT ON messages
WHEN NEW.seq <> (SELECT last_seq + 1 FROM conversations WHERE id = NEW.conversation_id) BEGIN
  SELECT RAISE(ABORT, 'message seq out of order');
END;
--> statement-breakpoint
CREATE TRIGGER messages_last_seq AFTER INSERT ON messages BEGIN
  UPDATE conversations SET last_seq = NEW.seq WHERE id = NEW.conversation_id;
END;
--> statement-breakpoint
-- accounts.unread is the sum of the member's unread counts.
CREATE TRIGGER participants_unread_insert AFTER INSERT ON participants WHEN NEW.unread <> 0 BEGIN
  UPDATE accounts SET unread = unread + NEW.unread WHERE id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER participants_unread_update AFTER UPDATE OF unread ON participants WHEN NEW.unread <> OLD.unread BEGIN
  UPDATE accounts SET unread = unread + NEW.unread - OLD.unread WHERE id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER participants_unread_delete AFTER DELETE ON participants WHEN OLD.unread <> 0 BEGIN
  UPDATE accounts SET unread = unread - OLD.unread WHERE id = OLD.member_id;
END;
--> statement-breakpoint
-- accounts.new_likes counts the received likes that are new.
CREATE TRIGGER likes_new_insert AFTER INSERT ON likes WHEN NEW.is_new = 1 BEGIN
  UPDATE accounts SET new_likes = new_likes + 1 WHERE id = NEW.liked_id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_new_update AFTER UPDATE OF is_new ON likes WHEN NEW.is_new <> OLD.is_new BEGIN
  UPDATE accounts SET new_likes = new_likes + NEW.is_new - OLD.is_new WHERE id = NEW.liked_id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_new_delete AFTER DELETE ON likes WHEN OLD.is_new = 1 BEGIN
  UPDATE accounts SET new_likes = new_likes - 1 WHERE id = OLD.liked_id;
END;
--> statement-breakpoint
-- A like that is answered is a match on both sides, until one of them is taken back.
CREATE TRIGGER likes_match AFTER INSERT ON likes
WHEN EXISTS (SELECT 1 FROM likes WHERE liker_id = NEW.liked_id AND liked_id = NEW.liker_id) BEGIN
  UPDATE likes SET matched_at = NEW.created_at
  WHERE (liker_id = NEW.liker_id AND liked_id = NEW.liked_id) OR (liker_id = NEW.liked_id AND liked_id = NEW.liker_id);
END;
--> statement-breakpoint
CREATE TRIGGER likes_unmatch AFTER DELETE ON likes WHEN OLD.matched_at IS NOT NULL BEGIN
  UPDATE likes SET matched_at = NULL WHERE liker_id = OLD.liked_id AND liked_id = OLD.liker_id;
END;
--> statement-breakpoint
-- profile_counts: active profiles by gender × country × region; '' stands for all of a level.
CREATE TRIGGER profile_counts_insert AFTER INSERT ON profiles WHEN NEW.status = 'active' BEGIN
  INSERT INTO profile_counts (pool, gender, country, region, total)
  VALUES (NEW.pool, NEW.gender, '', '', 1), (NEW.pool, NEW.gender, NEW.country, '', 1)
  ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO profile_counts (pool, gender, country, region, total)
  SELECT NEW.pool, NEW.gender, NEW.country, NEW.region, 1 WHERE NEW.region IS NOT NULL
  ON CONFLICT DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_counts_delete AFTER DELETE ON profiles WHEN OLD.status = 'active' BEGIN
  UPDATE profile_counts SET total = total - 1
  WHERE pool = OLD.pool AND gender = OLD.gender
    AND ((country = '' AND region = '') OR (country = OLD.country AND region IN ('', coalesce(OLD.region, ''))));
END;
--> statement-breakpoint
CREATE TRIGGER profile_counts_leave AFTER UPDATE OF status, gender, country, region ON profiles WHEN OLD.status = 'active' BEGIN
  UPDATE profile_counts SET total = total - 1
  WHERE pool = OLD.pool AND gender = OLD.gender
    AND ((country = '' AND region = '') OR (country = OLD.country AND region IN ('', coalesce(OLD.region, ''))));
END;
--> statement-breakpoint
CREATE TRIGGER profile_counts_enter AFTER UPDATE OF status, gender, country, region ON profiles WHEN NEW.status = 'active' BEGIN
  INSERT INTO profile_counts (pool, gender, country, region, total)
  VALUES (NEW.pool, NEW.gender, '', '', 1), (NEW.pool, NEW.gender, NEW.country, '', 1)
  ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO profile_counts (pool, gender, country, region, total)
  SELECT NEW.pool, NEW.gender, NEW.country, NEW.region, 1 WHERE NEW.region IS NOT NULL
  ON CONFLICT DO UPDATE SET total = total + 1;
END;
