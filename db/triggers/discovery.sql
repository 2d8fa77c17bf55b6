-- Likes and matches.

CREATE TRIGGER likes_match AFTER INSERT ON likes
WHEN EXISTS (SELECT 1 FROM likes WHERE liker_id = NEW.liked_id AND liked_id = NEW.liker_id) BEGIN
  UPDATE likes SET matched_at = NEW.created_at
  WHERE (liker_id = NEW.liker_id AND liked_id = NEW.liked_id) OR (liker_id = NEW.liked_id AND liked_id = NEW.liker_id);
END;

CREATE TRIGGER likes_unmatch AFTER DELETE ON likes WHEN OLD.matched_at IS NOT NULL BEGIN
  UPDATE likes SET matched_at = NULL WHERE liker_id = OLD.liked_id AND liked_id = OLD.liker_id;
END;

CREATE TRIGGER likes_new_insert AFTER INSERT ON likes
WHEN NEW.is_new = 1 AND EXISTS (SELECT 1 FROM profiles WHERE id = NEW.liker_id AND status = 'active') BEGIN
  UPDATE accounts SET new_likes = new_likes + 1 WHERE id = NEW.liked_id;
END;

CREATE TRIGGER likes_new_update AFTER UPDATE OF is_new ON likes
WHEN NEW.is_new <> OLD.is_new AND EXISTS (SELECT 1 FROM profiles WHERE id = NEW.liker_id AND status = 'active') BEGIN
  UPDATE accounts SET new_likes = new_likes + NEW.is_new - OLD.is_new WHERE id = NEW.liked_id;
END;

CREATE TRIGGER likes_new_delete AFTER DELETE ON likes
WHEN OLD.is_new = 1 AND EXISTS (SELECT 1 FROM profiles WHERE id = OLD.liker_id AND status = 'active') BEGIN
  UPDATE accounts SET new_likes = new_likes - 1 WHERE id = OLD.liked_id;
END;

-- SQLite gives the highest id again once its row is gone.
CREATE TRIGGER likes_newest_gone AFTER DELETE ON likes WHEN NOT EXISTS (SELECT 1 FROM likes WHERE id > OLD.id) BEGIN
  UPDATE sweeps SET place = (SELECT coalesce(max(id), 0) FROM likes) WHERE name = 'likes' AND place >= OLD.id;
END;

CREATE TRIGGER likes_hide AFTER UPDATE OF status ON profiles WHEN OLD.status = 'active' AND NEW.status <> 'active' BEGIN
  UPDATE accounts SET new_likes = new_likes - 1 WHERE id IN (SELECT liked_id FROM likes WHERE liker_id = NEW.id AND is_new = 1);
END;

CREATE TRIGGER likes_show AFTER UPDATE OF status ON profiles WHEN OLD.status <> 'active' AND NEW.status = 'active' BEGIN
  UPDATE accounts SET new_likes = new_likes + 1 WHERE id IN (SELECT liked_id FROM likes WHERE liker_id = NEW.id AND is_new = 1);
END;

CREATE TRIGGER likes_gone BEFORE DELETE ON profiles WHEN OLD.status = 'active' BEGIN
  UPDATE accounts SET new_likes = new_likes - 1 WHERE id IN (SELECT liked_id FROM likes WHERE liker_id = OLD.id AND is_new = 1);
END;

-- Members by place, as the search counts them.

CREATE TRIGGER profile_counts_insert AFTER INSERT ON profiles WHEN NEW.status = 'active' BEGIN
  INSERT INTO profile_counts (pool, gender, country, region, total, real, open, open_real, with_photo)
  SELECT NEW.pool, NEW.gender, place.country, place.region, 1, NEW.fictional = 0, NEW.shown_to_visitors,
    NEW.shown_to_visitors AND NEW.fictional = 0, NEW.has_photo
  FROM (SELECT '' AS country, '' AS region UNION ALL SELECT NEW.country, ''
    UNION ALL SELECT NEW.country, NEW.region WHERE NEW.region IS NOT NULL) place WHERE true
  ON CONFLICT DO UPDATE SET total = total + 1, real = real + excluded.real, open = open + excluded.open,
    open_real = open_real + excluded.open_real, with_photo = with_photo + excluded.with_photo;
END;

CREATE TRIGGER profile_counts_delete AFTER DELETE ON profiles WHEN OLD.status = 'active' BEGIN
  UPDATE profile_counts SET total = total - 1, real = real - (OLD.fictional = 0), open = open - OLD.shown_to_visitors,
    open_real = open_real - (OLD.shown_to_visitors AND OLD.fictional = 0), with_photo = with_photo - OLD.has_photo
  WHERE pool = OLD.pool AND gender = OLD.gender
    AND ((country = '' AND region = '') OR (country = OLD.country AND region IN ('', coalesce(OLD.region, ''))));
END;

CREATE TRIGGER profile_counts_leave AFTER UPDATE OF status, gender, country, region, fictional, shown_to_visitors, has_photo ON profiles
WHEN OLD.status = 'active' BEGIN
  UPDATE profile_counts SET total = total - 1, real = real - (OLD.fictional = 0), open = open - OLD.shown_to_visitors,
    open_real = open_real - (OLD.shown_to_visitors AND OLD.fictional = 0), with_photo = with_photo - OLD.has_photo
  WHERE pool = OLD.pool AND gender = OLD.gender
    AND ((country = '' AND region = '') OR (country = OLD.country AND region IN ('', coalesce(OLD.region, ''))));
END;

CREATE TRIGGER profile_counts_enter AFTER UPDATE OF status, gender, country, region, fictional, shown_to_visitors, has_photo ON profiles
WHEN NEW.status = 'active' BEGIN
  INSERT INTO profile_counts (pool, gender, country, region, total, real, open, open_real, with_photo)
  SELECT NEW.pool, NEW.gender, place.country, place.region, 1, NEW.fictional = 0, NEW.shown_to_visitors,
    NEW.shown_to_visitors AND NEW.fictional = 0, NEW.has_photo
  FROM (SELECT '' AS country, '' AS region UNION ALL SELECT NEW.country, ''
    UNION ALL SELECT NEW.country, NEW.region WHERE NEW.region IS NOT NULL) place WHERE true
  ON CONFLICT DO UPDATE SET total = total + 1, real = real + excluded.real, open = open + excluded.open,
    open_real = open_real + excluded.open_real, with_photo = with_photo + excluded.with_photo;
END;

-- Main photo and its proof.

CREATE TRIGGER profiles_photo_insert AFTER INSERT ON profiles WHEN NEW.has_photo <> (NEW.main_photo IS NOT NULL) BEGIN
  UPDATE profiles SET has_photo = main_photo IS NOT NULL WHERE id = NEW.id;
END;

CREATE TRIGGER profiles_photo_update AFTER UPDATE OF main_photo ON profiles WHEN NEW.has_photo <> (NEW.main_photo IS NOT NULL) BEGIN
  UPDATE profiles SET has_photo = main_photo IS NOT NULL WHERE id = NEW.id;
END;

CREATE TRIGGER profiles_verified_main AFTER UPDATE OF main_photo ON profiles BEGIN
  UPDATE profiles SET verified = EXISTS (SELECT 1 FROM photos
    WHERE profile_id = profiles.id AND key = profiles.main_photo AND compared_at IS NOT NULL)
  WHERE id = NEW.id AND verified <> EXISTS (SELECT 1 FROM photos
    WHERE profile_id = profiles.id AND key = profiles.main_photo AND compared_at IS NOT NULL);
END;

CREATE TRIGGER profiles_verified_photo AFTER UPDATE OF compared_at ON photos BEGIN
  UPDATE profiles SET verified = EXISTS (SELECT 1 FROM photos
    WHERE profile_id = profiles.id AND key = profiles.main_photo AND compared_at IS NOT NULL)
  WHERE id = NEW.profile_id AND verified <> EXISTS (SELECT 1 FROM photos
    WHERE profile_id = profiles.id AND key = profiles.main_photo AND compared_at IS NOT NULL);
END;

-- Number of a profile in the bitmaps; the bitmaps themselves are in search-bits.ts.

CREATE TRIGGER profile_bits_insert AFTER INSERT ON profiles BEGIN
  UPDATE profiles SET slot = (SELECT coalesce(max(p.slot), -1) + 1 FROM profiles p
    WHERE p.pool = NEW.pool AND p.gender = NEW.gender AND p.country = NEW.country) WHERE id = NEW.id;
END;

-- Signals of fraud.

CREATE TRIGGER signals_begin AFTER INSERT ON signals BEGIN
  UPDATE signals SET score = min(99, 4 * min(openers, 5) + 3 * min(blocks, 10) + 4 * min(money, 10) + min(contacts, 10) + 20 * min(prints, 1))
  WHERE member_id = NEW.member_id;
END;

CREATE TRIGGER signals_count AFTER UPDATE OF openers, blocks, money, contacts, prints ON signals BEGIN
  UPDATE signals SET score = min(99, 4 * min(openers, 5) + 3 * min(blocks, 10) + 4 * min(money, 10) + min(contacts, 10) + 20 * min(prints, 1))
  WHERE member_id = NEW.member_id;
END;

CREATE TRIGGER signals_score AFTER UPDATE OF score ON signals WHEN NEW.score <> OLD.score BEGIN
  UPDATE accounts SET caution = NEW.score WHERE id = NEW.member_id;
  UPDATE work_items SET score = score + NEW.score - OLD.score
  WHERE member_id = NEW.member_id AND kind IN ('report', 'photo', 'text') AND state = 'waiting';
END;

CREATE TRIGGER signals_block AFTER INSERT ON blocks BEGIN
  INSERT INTO signals (member_id, blocks, updated_at) VALUES (NEW.blocked_id, 1, NEW.created_at)
  ON CONFLICT (member_id) DO UPDATE SET blocks = blocks + 1, updated_at = excluded.updated_at;
END;

CREATE TRIGGER signals_unblock AFTER DELETE ON blocks BEGIN
  UPDATE signals SET blocks = max(0, blocks - 1) WHERE member_id = OLD.blocked_id;
END;

-- Hashes of photos.

CREATE TRIGGER photo_hashes_banned AFTER INSERT ON decisions WHEN NEW.kind = 'ban' BEGIN
  INSERT INTO photo_hashes (id, pool, decision_id, band0, band1, band2, band3)
  SELECT lower(hex(randomblob(10))), pool, NEW.id, band0, band1, band2, band3 FROM (
    SELECT h.pool, h.band0, h.band1, h.band2, h.band3
    FROM photos p JOIN photo_hashes h ON h.photo_id = p.id WHERE p.profile_id = NEW.member_id
    UNION
    SELECT h.pool, h.band0, h.band1, h.band2, h.band3
    FROM chat_photos c JOIN photo_hashes h ON h.chat_photo_id = c.id WHERE c.sender_id = NEW.member_id
  );
END;

CREATE TRIGGER photo_hashes_released AFTER UPDATE OF outcome, lifted_at ON decisions
WHEN NEW.kind = 'ban' AND (NEW.outcome = 'reversed' OR NEW.lifted_at IS NOT NULL) BEGIN
  DELETE FROM photo_hashes WHERE decision_id = NEW.id;
END;

CREATE TRIGGER photo_hashes_chat_erased AFTER UPDATE OF key ON chat_photos WHEN NEW.key IS NULL BEGIN
  DELETE FROM photo_hashes WHERE chat_photo_id = NEW.id;
END;

CREATE TRIGGER preferences_beliefs_withdrawn AFTER UPDATE OF beliefs ON preferences WHEN OLD.beliefs = 1 AND NEW.beliefs = 0 BEGIN
  UPDATE belief_consents SET withdrawn_at = NEW.updated_at WHERE account_id = NEW.account_id AND withdrawn_at IS NULL;
  UPDATE profiles SET religion = NULL, diet = NULL WHERE id = NEW.account_id AND coalesce(religion, diet) IS NOT NULL;
END;

-- Who goes to an event. Its check refuses one more than there are places.

CREATE TRIGGER attendances_insert AFTER INSERT ON attendances WHEN NEW.going = 1 BEGIN
  UPDATE events SET going = going + 1 WHERE id = NEW.event_id;
END;

CREATE TRIGGER attendances_update AFTER UPDATE OF going ON attendances WHEN NEW.going <> OLD.going BEGIN
  UPDATE events SET going = going + NEW.going - OLD.going WHERE id = NEW.event_id;
END;

CREATE TRIGGER attendances_delete AFTER DELETE ON attendances WHEN OLD.going = 1 BEGIN
  UPDATE events SET going = going - 1 WHERE id = OLD.event_id;
END;

-- Only a visible profile with a main photo is on a list. Shown again, it is not listed again: the list opens after some hours on it.
CREATE TRIGGER attendances_unlist AFTER UPDATE OF status, main_photo ON profiles
WHEN OLD.status = 'active' AND OLD.main_photo IS NOT NULL AND (NEW.status <> 'active' OR NEW.main_photo IS NULL) BEGIN
  UPDATE attendances SET listed = 0 WHERE member_id = NEW.id AND listed = 1;
END;

CREATE TRIGGER attendances_departed AFTER UPDATE OF status ON profiles
WHEN NEW.status IN ('deleted', 'disabled') AND OLD.status <> NEW.status BEGIN
  DELETE FROM attendances WHERE member_id = NEW.id;
END;
