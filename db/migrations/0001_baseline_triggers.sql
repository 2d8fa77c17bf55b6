CREATE TRIGGER accounts_deleted_at BEFORE UPDATE OF status, deleted_at ON accounts
WHEN NEW.status = 'deleted' AND NEW.deleted_at IS NULL BEGIN
  SELECT RAISE(ABORT, 'a deleted account says since when');
END;
--> statement-breakpoint
CREATE TRIGGER staff_audit_stays BEFORE DELETE ON staff_audit BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER staff_audit_unchanged BEFORE UPDATE ON staff_audit BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER staff_operator_stays BEFORE UPDATE OF role, disabled_at ON staff_members
WHEN OLD.role = 'operator' AND OLD.disabled_at IS NULL AND OLD.password_hash IS NOT NULL
  AND (NEW.role <> 'operator' OR NEW.disabled_at IS NOT NULL)
  AND NOT EXISTS (
    SELECT 1 FROM staff_members
    WHERE id <> OLD.id AND role = 'operator' AND disabled_at IS NULL AND password_hash IS NOT NULL
  )
BEGIN
  SELECT RAISE(ABORT, 'the last operator stays');
END;
--> statement-breakpoint
CREATE TRIGGER held_chats_decided AFTER UPDATE OF status ON reports WHEN NEW.status = 'decided' BEGIN
  DELETE FROM held_chats
  WHERE member_a = min(NEW.reporter_id, NEW.reported_id) AND member_b = max(NEW.reporter_id, NEW.reported_id)
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = member_a AND r.reported_id = member_b AND r.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = member_b AND r.reported_id = member_a AND r.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM complaints k WHERE k.account_id = member_a AND k.answered_at IS NULL AND k.closed_at IS NULL
      AND instr(coalesce(k.link, '') || ' ' || k.text, member_b) > 0)
    AND NOT EXISTS (SELECT 1 FROM complaints k WHERE k.account_id = member_b AND k.answered_at IS NULL AND k.closed_at IS NULL
      AND instr(coalesce(k.link, '') || ' ' || k.text, member_a) > 0);
END;
--> statement-breakpoint
CREATE TRIGGER work_of_report_done AFTER UPDATE OF status ON reports WHEN NEW.status = 'decided' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'report' AND object_id = NEW.id AND state = 'waiting';
END;
--> statement-breakpoint
CREATE TRIGGER held_chats_answered AFTER UPDATE OF answered_at, closed_at ON complaints
WHEN OLD.answered_at IS NULL AND OLD.closed_at IS NULL AND NEW.account_id IS NOT NULL BEGIN
  DELETE FROM held_chats
  WHERE NEW.account_id IN (member_a, member_b)
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = member_a AND r.reported_id = member_b AND r.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = member_b AND r.reported_id = member_a AND r.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM complaints k WHERE k.account_id = member_a AND k.answered_at IS NULL AND k.closed_at IS NULL
      AND instr(coalesce(k.link, '') || ' ' || k.text, member_b) > 0)
    AND NOT EXISTS (SELECT 1 FROM complaints k WHERE k.account_id = member_b AND k.answered_at IS NULL AND k.closed_at IS NULL
      AND instr(coalesce(k.link, '') || ' ' || k.text, member_a) > 0);
END;
--> statement-breakpoint
CREATE TRIGGER work_of_complaint_done AFTER UPDATE OF answered_at, closed_at ON complaints
WHEN NEW.answered_at IS NOT NULL OR NEW.closed_at IS NOT NULL BEGIN
  UPDATE work_items SET state = 'done', words = NULL WHERE kind = 'complaint' AND object_id = NEW.id AND state = 'waiting';
END;
--> statement-breakpoint
CREATE TRIGGER held_chats_released AFTER DELETE ON held_chats BEGIN
  UPDATE archive_erasures SET due_at = 0 WHERE conversation_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER work_of_photo AFTER INSERT ON photos WHEN NEW.status = 'inspection' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'photo', NEW.id, a.id, a.domain_id, a.pool, NEW.created_at, NEW.created_at + 86400000
  FROM accounts a WHERE a.id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER work_of_photo_done AFTER UPDATE OF status ON photos
WHEN OLD.status = 'inspection' AND NEW.status <> 'inspection' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'photo' AND object_id = NEW.id AND state <> 'done';
END;
--> statement-breakpoint
CREATE TRIGGER profiles_verified_photo AFTER UPDATE OF compared_at ON photos BEGIN
  UPDATE profiles SET verified = EXISTS (SELECT 1 FROM photos
    WHERE profile_id = profiles.id AND key = profiles.main_photo AND compared_at IS NOT NULL)
  WHERE id = NEW.profile_id AND verified <> EXISTS (SELECT 1 FROM photos
    WHERE profile_id = profiles.id AND key = profiles.main_photo AND compared_at IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER work_of_photo_gone AFTER DELETE ON photos WHEN OLD.status = 'inspection' BEGIN
  DELETE FROM work_items WHERE kind = 'photo' AND object_id = OLD.id AND state <> 'done';
END;
--> statement-breakpoint
CREATE TRIGGER work_of_chat_photo AFTER INSERT ON chat_photos WHEN NEW.status = 'inspection' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'photo', NEW.id, a.id, a.domain_id, a.pool, NEW.created_at, NEW.created_at + 86400000
  FROM accounts a WHERE a.id = NEW.sender_id;
END;
--> statement-breakpoint
CREATE TRIGGER work_of_chat_photo_done AFTER UPDATE OF status ON chat_photos
WHEN OLD.status = 'inspection' AND NEW.status <> 'inspection' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'photo' AND object_id = NEW.id AND state <> 'done';
END;
--> statement-breakpoint
CREATE TRIGGER photo_hashes_chat_erased AFTER UPDATE OF key ON chat_photos WHEN NEW.key IS NULL BEGIN
  DELETE FROM photo_hashes WHERE chat_photo_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER chat_photos_changed AFTER UPDATE OF status ON chat_photos WHEN NEW.status IS NOT OLD.status BEGIN
  UPDATE participants SET changes = changes + 1 WHERE conversation_id = NEW.conversation_id;
  UPDATE messages SET
    sender_changed = (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id),
    receiver_changed = (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id)
  WHERE conversation_id = NEW.conversation_id AND seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER work_of_chat_photo_gone AFTER DELETE ON chat_photos WHEN OLD.status = 'inspection' BEGIN
  DELETE FROM work_items WHERE kind = 'photo' AND object_id = OLD.id AND state <> 'done';
END;
--> statement-breakpoint
CREATE TRIGGER work_of_report AFTER INSERT ON reports WHEN NEW.status = 'open' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, score, created_at, due_at)
  VALUES (lower(hex(randomblob(10))), 'report', NEW.id, NEW.reported_id, NEW.domain_id, NEW.pool,
    iif(NEW.reason IN ('minor', 'illegal'), 100, 0), NEW.created_at, NEW.due_at);
END;
--> statement-breakpoint
CREATE TRIGGER work_of_complaint AFTER INSERT ON complaints WHEN NEW.answered_at IS NULL AND NEW.closed_at IS NULL BEGIN
  INSERT INTO work_items (id, kind, object_id, domain_id, pool, score, created_at, due_at)
  VALUES (lower(hex(randomblob(10))), 'complaint', NEW.id, NEW.domain_id,
    coalesce((SELECT pool FROM domains WHERE id = NEW.domain_id), NEW.domain_id),
    iif(NEW.kind = 'illegal_content', 100, 0), NEW.created_at,
    NEW.created_at + iif(NEW.kind = 'illegal_content', 86400000, 1209600000));
END;
--> statement-breakpoint
CREATE TRIGGER work_of_verification AFTER INSERT ON verifications WHEN NEW.status = 'waiting' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'verification', NEW.id, a.id, a.domain_id, a.pool, NEW.sent_at, NEW.sent_at + 86400000
  FROM accounts a WHERE a.id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER work_of_verification_done AFTER UPDATE OF status ON verifications WHEN NEW.status <> 'waiting' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'verification' AND object_id = NEW.id AND state = 'waiting';
END;
--> statement-breakpoint
CREATE TRIGGER work_of_verification_gone AFTER DELETE ON verifications WHEN OLD.status = 'waiting' BEGIN
  DELETE FROM work_items WHERE kind = 'verification' AND object_id = OLD.id AND state <> 'done';
END;
--> statement-breakpoint
CREATE TRIGGER work_score AFTER INSERT ON work_items WHEN NEW.kind IN ('report', 'photo', 'text') AND NEW.member_id IS NOT NULL BEGIN
  UPDATE work_items SET score = score + (SELECT score FROM signals WHERE member_id = NEW.member_id)
  WHERE id = NEW.id AND EXISTS (SELECT 1 FROM signals WHERE member_id = NEW.member_id);
END;
--> statement-breakpoint
CREATE TRIGGER work_of_text AFTER INSERT ON held_texts WHEN NEW.status = 'waiting' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'text', NEW.id, a.id, a.domain_id, a.pool, NEW.held_at, NEW.held_at + 86400000
  FROM accounts a WHERE a.id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER work_of_text_gone AFTER DELETE ON held_texts WHEN OLD.status = 'waiting' BEGIN
  DELETE FROM work_items WHERE kind = 'text' AND object_id = OLD.id AND state IN ('waiting', 'decided');
END;
--> statement-breakpoint
CREATE TRIGGER work_of_proposal_done AFTER UPDATE OF status ON refund_proposals WHEN NEW.status = 'superseded' BEGIN
  UPDATE work_items SET state = 'done', decision = NULL, reason = NULL, decided_by = NULL, decided_at = NULL
  WHERE kind = 'refund' AND object_id = NEW.id AND state <> 'done';
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_profile AFTER INSERT ON profiles WHEN NEW.fictional = 0 BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT domain_id, NEW.created_at / 86400000, 'signups', 1 FROM accounts WHERE id = NEW.id
  UNION ALL
  SELECT domain_id, (NEW.last_active_at + iif(NEW.last_active_at % 86400000 = 85800000, 600000, 0)) / 86400000, 'active', 1
  FROM accounts WHERE id = NEW.id
  UNION ALL
  SELECT domain_id, activated_at / 86400000, 'members', 1 FROM accounts WHERE id = NEW.id AND activated_at IS NOT NULL
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER profile_counts_insert AFTER INSERT ON profiles WHEN NEW.status = 'active' BEGIN
  INSERT INTO profile_counts (pool, gender, country, region, total, real, open, open_real, with_photo)
  SELECT NEW.pool, NEW.gender, place.country, place.region, 1, NEW.fictional = 0, NEW.shown_to_visitors,
    NEW.shown_to_visitors AND NEW.fictional = 0, NEW.has_photo
  FROM (SELECT '' AS country, '' AS region UNION ALL SELECT NEW.country, ''
    UNION ALL SELECT NEW.country, NEW.region WHERE NEW.region IS NOT NULL) place WHERE true
  ON CONFLICT DO UPDATE SET total = total + 1, real = real + excluded.real, open = open + excluded.open,
    open_real = open_real + excluded.open_real, with_photo = with_photo + excluded.with_photo;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_photo_insert AFTER INSERT ON profiles WHEN NEW.has_photo <> (NEW.main_photo IS NOT NULL) BEGIN
  UPDATE profiles SET has_photo = main_photo IS NOT NULL WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_bits_insert AFTER INSERT ON profiles BEGIN
  UPDATE profiles SET slot = (SELECT coalesce(max(p.slot), -1) + 1 FROM profiles p
    WHERE p.pool = NEW.pool AND p.gender = NEW.gender AND p.country = NEW.country) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_activation AFTER UPDATE OF activated_at ON accounts
WHEN OLD.activated_at IS NULL AND NEW.activated_at IS NOT NULL BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT NEW.domain_id, NEW.activated_at / 86400000, 'members', 1 FROM profiles WHERE id = NEW.id AND fictional = 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_email_bounce AFTER UPDATE OF email ON accounts
WHEN NEW.email <> OLD.email AND instr(NEW.notifications_disabled, '"bounce"') BEGIN
  UPDATE accounts SET notifications_disabled =
    (SELECT json_group_array(value) FROM json_each(NEW.notifications_disabled) WHERE value <> 'bounce') WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_activity AFTER UPDATE OF last_active_at ON profiles
WHEN NEW.fictional = 0
  AND (NEW.last_active_at + iif(NEW.last_active_at % 86400000 = 85800000, 600000, 0)) / 86400000
    > (OLD.last_active_at + iif(OLD.last_active_at % 86400000 = 85800000, 600000, 0)) / 86400000 BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT domain_id, (NEW.last_active_at + iif(NEW.last_active_at % 86400000 = 85800000, 600000, 0)) / 86400000, 'active', 1
  FROM accounts WHERE id = NEW.id
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
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
CREATE TRIGGER profile_counts_leave AFTER UPDATE OF status, gender, country, region, fictional, shown_to_visitors, has_photo ON profiles
WHEN OLD.status = 'active' BEGIN
  UPDATE profile_counts SET total = total - 1, real = real - (OLD.fictional = 0), open = open - OLD.shown_to_visitors,
    open_real = open_real - (OLD.shown_to_visitors AND OLD.fictional = 0), with_photo = with_photo - OLD.has_photo
  WHERE pool = OLD.pool AND gender = OLD.gender
    AND ((country = '' AND region = '') OR (country = OLD.country AND region IN ('', coalesce(OLD.region, ''))));
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER profiles_photo_update AFTER UPDATE OF main_photo ON profiles WHEN NEW.has_photo <> (NEW.main_photo IS NOT NULL) BEGIN
  UPDATE profiles SET has_photo = main_photo IS NOT NULL WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_verified_main AFTER UPDATE OF main_photo ON profiles BEGIN
  UPDATE profiles SET verified = EXISTS (SELECT 1 FROM photos
    WHERE profile_id = profiles.id AND key = profiles.main_photo AND compared_at IS NOT NULL)
  WHERE id = NEW.id AND verified <> EXISTS (SELECT 1 FROM photos
    WHERE profile_id = profiles.id AND key = profiles.main_photo AND compared_at IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER participants_name_update AFTER UPDATE OF name_key ON profiles WHEN NEW.name_key <> OLD.name_key BEGIN
  UPDATE participants SET other_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name_key,'à','a'),'á','a'),'â','a'),'ã','a'),'ä','a'),'å','a'),'ā','a'),'ă','a'),'ą','a'),'ç','c'),'ć','c'),'č','c'),'ċ','c'),'ď','d'),'đ','d'),'ð','d'),'è','e'),'é','e'),'ê','e'),'ë','e'),'ē','e'),'ė','e'),'ę','e'),'ě','e'),'ğ','g'),'ģ','g'),'ì','i'),'í','i'),'î','i'),'ï','i'),'ī','i'),'į','i'),'ı','i'),'ķ','k'),'ł','l'),'ļ','l'),'ľ','l')
  WHERE other_id = NEW.id AND conversation_id IN (
    SELECT id FROM conversations WHERE member_a = NEW.id UNION ALL SELECT id FROM conversations WHERE member_b = NEW.id);
  UPDATE participants SET other_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(other_name,'ñ','n'),'ń','n'),'ň','n'),'ņ','n'),'ò','o'),'ó','o'),'ô','o'),'õ','o'),'ö','o'),'ø','o'),'ō','o'),'ő','o'),'ř','r'),'ŕ','r'),'ś','s'),'š','s'),'ş','s'),'ș','s'),'ť','t'),'ţ','t'),'ț','t'),'ù','u'),'ú','u'),'û','u'),'ü','u'),'ū','u'),'ů','u'),'ű','u'),'ų','u'),'ý','y'),'ÿ','y'),'ź','z'),'ż','z'),'ž','z'),'æ','ae'),'œ','oe'),'ß','ss')
  WHERE other_id = NEW.id AND conversation_id IN (
    SELECT id FROM conversations WHERE member_a = NEW.id UNION ALL SELECT id FROM conversations WHERE member_b = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER profile_bits_slot AFTER UPDATE OF slot ON profiles WHEN NEW.status = 'active' AND NEW.slot IS NOT NULL BEGIN
  INSERT INTO profile_bits (pool, gender, term, country, block, w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, w20, w21, w22, w23, w24, w25, w26, w27, w28, w29, w30, w31, w32, w33, w34, w35, w36, w37, w38, w39, w40, w41, w42, w43, w44, w45, w46, w47, w48, w49, w50, w51, w52, w53, w54, w55, w56, w57, w58, w59, w60, w61, w62, w63)
  SELECT NEW.pool, NEW.gender, t.term, NEW.country, NEW.slot / 4096, iif(NEW.slot % 4096 / 64 = 0, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 1, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 2, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 3, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 4, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 5, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 6, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 7, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 8, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 9, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 10, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 11, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 12, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 13, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 14, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 15, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 16, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 17, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 18, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 19, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 20, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 21, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 22, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 23, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 24, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 25, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 26, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 27, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 28, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 29, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 30, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 31, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 32, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 33, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 34, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 35, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 36, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 37, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 38, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 39, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 40, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 41, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 42, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 43, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 44, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 45, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 46, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 47, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 48, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 49, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 50, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 51, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 52, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 53, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 54, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 55, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 56, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 57, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 58, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 59, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 60, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 61, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 62, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 63, 1 << (NEW.slot % 64), 0)
  FROM (SELECT value AS term FROM json_each(json_array('*', 'r:' || NEW.region, 'y:' || (substr(NEW.birth_date, 1, 4) / 5 * 5), 'sexuality:' || NEW.sexuality, 'hair:' || NEW.hair, 'eyes:' || NEW.eyes, 'body:' || NEW.body, 'relationship:' || NEW.relationship, 'tattoos:' || NEW.tattoos, 'reason:' || NEW.reason, iif(NEW.cell > 0, 'g:' || (NEW.cell / 36000 / 100 * 360 + NEW.cell % 36000 / 100), NULL), iif(NEW.has_photo, 'photo', NULL), iif(NEW.photo_checked, 'checked', NULL), iif(NEW.verified, 'verified', NULL), iif(NEW.shown_to_visitors, 'open', NULL), 'n:' || (NEW.created_at / 604800000))) WHERE value IS NOT NULL
    UNION SELECT 'i:' || value FROM json_each(NEW.interests) UNION SELECT 'q:' || key || ':' || value FROM json_each(NEW.answers)) t WHERE true
  ON CONFLICT DO UPDATE SET w0 = w0 | excluded.w0, w1 = w1 | excluded.w1, w2 = w2 | excluded.w2, w3 = w3 | excluded.w3, w4 = w4 | excluded.w4, w5 = w5 | excluded.w5, w6 = w6 | excluded.w6, w7 = w7 | excluded.w7, w8 = w8 | excluded.w8, w9 = w9 | excluded.w9, w10 = w10 | excluded.w10, w11 = w11 | excluded.w11, w12 = w12 | excluded.w12, w13 = w13 | excluded.w13, w14 = w14 | excluded.w14, w15 = w15 | excluded.w15, w16 = w16 | excluded.w16, w17 = w17 | excluded.w17, w18 = w18 | excluded.w18, w19 = w19 | excluded.w19, w20 = w20 | excluded.w20, w21 = w21 | excluded.w21, w22 = w22 | excluded.w22, w23 = w23 | excluded.w23, w24 = w24 | excluded.w24, w25 = w25 | excluded.w25, w26 = w26 | excluded.w26, w27 = w27 | excluded.w27, w28 = w28 | excluded.w28, w29 = w29 | excluded.w29, w30 = w30 | excluded.w30, w31 = w31 | excluded.w31, w32 = w32 | excluded.w32, w33 = w33 | excluded.w33, w34 = w34 | excluded.w34, w35 = w35 | excluded.w35, w36 = w36 | excluded.w36, w37 = w37 | excluded.w37, w38 = w38 | excluded.w38, w39 = w39 | excluded.w39, w40 = w40 | excluded.w40, w41 = w41 | excluded.w41, w42 = w42 | excluded.w42, w43 = w43 | excluded.w43, w44 = w44 | excluded.w44, w45 = w45 | excluded.w45, w46 = w46 | excluded.w46, w47 = w47 | excluded.w47, w48 = w48 | excluded.w48, w49 = w49 | excluded.w49, w50 = w50 | excluded.w50, w51 = w51 | excluded.w51, w52 = w52 | excluded.w52, w53 = w53 | excluded.w53, w54 = w54 | excluded.w54, w55 = w55 | excluded.w55, w56 = w56 | excluded.w56, w57 = w57 | excluded.w57, w58 = w58 | excluded.w58, w59 = w59 | excluded.w59, w60 = w60 | excluded.w60, w61 = w61 | excluded.w61, w62 = w62 | excluded.w62, w63 = w63 | excluded.w63;
END;
--> statement-breakpoint
CREATE TRIGGER profile_bits_change AFTER UPDATE OF status, pool, gender, country, region, birth_date, sexuality, hair, eyes, body, relationship, tattoos, reason, cell, has_photo, photo_checked, verified, shown_to_visitors, created_at, interests, answers ON profiles
WHEN OLD.slot IS NOT NULL AND (OLD.status = 'active' OR NEW.status = 'active' OR OLD.pool <> NEW.pool OR OLD.gender <> NEW.gender OR OLD.country <> NEW.country) BEGIN
  UPDATE profile_bits SET w0 = w0 & ~iif(OLD.slot % 4096 / 64 = 0, 1 << (OLD.slot % 64), 0), w1 = w1 & ~iif(OLD.slot % 4096 / 64 = 1, 1 << (OLD.slot % 64), 0), w2 = w2 & ~iif(OLD.slot % 4096 / 64 = 2, 1 << (OLD.slot % 64), 0), w3 = w3 & ~iif(OLD.slot % 4096 / 64 = 3, 1 << (OLD.slot % 64), 0), w4 = w4 & ~iif(OLD.slot % 4096 / 64 = 4, 1 << (OLD.slot % 64), 0), w5 = w5 & ~iif(OLD.slot % 4096 / 64 = 5, 1 << (OLD.slot % 64), 0), w6 = w6 & ~iif(OLD.slot % 4096 / 64 = 6, 1 << (OLD.slot % 64), 0), w7 = w7 & ~iif(OLD.slot % 4096 / 64 = 7, 1 << (OLD.slot % 64), 0), w8 = w8 & ~iif(OLD.slot % 4096 / 64 = 8, 1 << (OLD.slot % 64), 0), w9 = w9 & ~iif(OLD.slot % 4096 / 64 = 9, 1 << (OLD.slot % 64), 0), w10 = w10 & ~iif(OLD.slot % 4096 / 64 = 10, 1 << (OLD.slot % 64), 0), w11 = w11 & ~iif(OLD.slot % 4096 / 64 = 11, 1 << (OLD.slot % 64), 0), w12 = w12 & ~iif(OLD.slot % 4096 / 64 = 12, 1 << (OLD.slot % 64), 0), w13 = w13 & ~iif(OLD.slot % 4096 / 64 = 13, 1 << (OLD.slot % 64), 0), w14 = w14 & ~iif(OLD.slot % 4096 / 64 = 14, 1 << (OLD.slot % 64), 0), w15 = w15 & ~iif(OLD.slot % 4096 / 64 = 15, 1 << (OLD.slot % 64), 0), w16 = w16 & ~iif(OLD.slot % 4096 / 64 = 16, 1 << (OLD.slot % 64), 0), w17 = w17 & ~iif(OLD.slot % 4096 / 64 = 17, 1 << (OLD.slot % 64), 0), w18 = w18 & ~iif(OLD.slot % 4096 / 64 = 18, 1 << (OLD.slot % 64), 0), w19 = w19 & ~iif(OLD.slot % 4096 / 64 = 19, 1 << (OLD.slot % 64), 0), w20 = w20 & ~iif(OLD.slot % 4096 / 64 = 20, 1 << (OLD.slot % 64), 0), w21 = w21 & ~iif(OLD.slot % 4096 / 64 = 21, 1 << (OLD.slot % 64), 0), w22 = w22 & ~iif(OLD.slot % 4096 / 64 = 22, 1 << (OLD.slot % 64), 0), w23 = w23 & ~iif(OLD.slot % 4096 / 64 = 23, 1 << (OLD.slot % 64), 0), w24 = w24 & ~iif(OLD.slot % 4096 / 64 = 24, 1 << (OLD.slot % 64), 0), w25 = w25 & ~iif(OLD.slot % 4096 / 64 = 25, 1 << (OLD.slot % 64), 0), w26 = w26 & ~iif(OLD.slot % 4096 / 64 = 26, 1 << (OLD.slot % 64), 0), w27 = w27 & ~iif(OLD.slot % 4096 / 64 = 27, 1 << (OLD.slot % 64), 0), w28 = w28 & ~iif(OLD.slot % 4096 / 64 = 28, 1 << (OLD.slot % 64), 0), w29 = w29 & ~iif(OLD.slot % 4096 / 64 = 29, 1 << (OLD.slot % 64), 0), w30 = w30 & ~iif(OLD.slot % 4096 / 64 = 30, 1 << (OLD.slot % 64), 0), w31 = w31 & ~iif(OLD.slot % 4096 / 64 = 31, 1 << (OLD.slot % 64), 0), w32 = w32 & ~iif(OLD.slot % 4096 / 64 = 32, 1 << (OLD.slot % 64), 0), w33 = w33 & ~iif(OLD.slot % 4096 / 64 = 33, 1 << (OLD.slot % 64), 0), w34 = w34 & ~iif(OLD.slot % 4096 / 64 = 34, 1 << (OLD.slot % 64), 0), w35 = w35 & ~iif(OLD.slot % 4096 / 64 = 35, 1 << (OLD.slot % 64), 0), w36 = w36 & ~iif(OLD.slot % 4096 / 64 = 36, 1 << (OLD.slot % 64), 0), w37 = w37 & ~iif(OLD.slot % 4096 / 64 = 37, 1 << (OLD.slot % 64), 0), w38 = w38 & ~iif(OLD.slot % 4096 / 64 = 38, 1 << (OLD.slot % 64), 0), w39 = w39 & ~iif(OLD.slot % 4096 / 64 = 39, 1 << (OLD.slot % 64), 0), w40 = w40 & ~iif(OLD.slot % 4096 / 64 = 40, 1 << (OLD.slot % 64), 0), w41 = w41 & ~iif(OLD.slot % 4096 / 64 = 41, 1 << (OLD.slot % 64), 0), w42 = w42 & ~iif(OLD.slot % 4096 / 64 = 42, 1 << (OLD.slot % 64), 0), w43 = w43 & ~iif(OLD.slot % 4096 / 64 = 43, 1 << (OLD.slot % 64), 0), w44 = w44 & ~iif(OLD.slot % 4096 / 64 = 44, 1 << (OLD.slot % 64), 0), w45 = w45 & ~iif(OLD.slot % 4096 / 64 = 45, 1 << (OLD.slot % 64), 0), w46 = w46 & ~iif(OLD.slot % 4096 / 64 = 46, 1 << (OLD.slot % 64), 0), w47 = w47 & ~iif(OLD.slot % 4096 / 64 = 47, 1 << (OLD.slot % 64), 0), w48 = w48 & ~iif(OLD.slot % 4096 / 64 = 48, 1 << (OLD.slot % 64), 0), w49 = w49 & ~iif(OLD.slot % 4096 / 64 = 49, 1 << (OLD.slot % 64), 0), w50 = w50 & ~iif(OLD.slot % 4096 / 64 = 50, 1 << (OLD.slot % 64), 0), w51 = w51 & ~iif(OLD.slot % 4096 / 64 = 51, 1 << (OLD.slot % 64), 0), w52 = w52 & ~iif(OLD.slot % 4096 / 64 = 52, 1 << (OLD.slot % 64), 0), w53 = w53 & ~iif(OLD.slot % 4096 / 64 = 53, 1 << (OLD.slot % 64), 0), w54 = w54 & ~iif(OLD.slot % 4096 / 64 = 54, 1 << (OLD.slot % 64), 0), w55 = w55 & ~iif(OLD.slot % 4096 / 64 = 55, 1 << (OLD.slot % 64), 0), w56 = w56 & ~iif(OLD.slot % 4096 / 64 = 56, 1 << (OLD.slot % 64), 0), w57 = w57 & ~iif(OLD.slot % 4096 / 64 = 57, 1 << (OLD.slot % 64), 0), w58 = w58 & ~iif(OLD.slot % 4096 / 64 = 58, 1 << (OLD.slot % 64), 0), w59 = w59 & ~iif(OLD.slot % 4096 / 64 = 59, 1 << (OLD.slot % 64), 0), w60 = w60 & ~iif(OLD.slot % 4096 / 64 = 60, 1 << (OLD.slot % 64), 0), w61 = w61 & ~iif(OLD.slot % 4096 / 64 = 61, 1 << (OLD.slot % 64), 0), w62 = w62 & ~iif(OLD.slot % 4096 / 64 = 62, 1 << (OLD.slot % 64), 0), w63 = w63 & ~iif(OLD.slot % 4096 / 64 = 63, 1 << (OLD.slot % 64), 0)
  WHERE pool = OLD.pool AND gender = OLD.gender AND country = OLD.country AND block = OLD.slot / 4096 AND OLD.status = 'active'
    AND term IN (SELECT term FROM (SELECT value AS term FROM json_each(json_array('*', 'r:' || OLD.region, 'y:' || (substr(OLD.birth_date, 1, 4) / 5 * 5), 'sexuality:' || OLD.sexuality, 'hair:' || OLD.hair, 'eyes:' || OLD.eyes, 'body:' || OLD.body, 'relationship:' || OLD.relationship, 'tattoos:' || OLD.tattoos, 'reason:' || OLD.reason, iif(OLD.cell > 0, 'g:' || (OLD.cell / 36000 / 100 * 360 + OLD.cell % 36000 / 100), NULL), iif(OLD.has_photo, 'photo', NULL), iif(OLD.photo_checked, 'checked', NULL), iif(OLD.verified, 'verified', NULL), iif(OLD.shown_to_visitors, 'open', NULL), 'n:' || (OLD.created_at / 604800000))) WHERE value IS NOT NULL
    UNION SELECT 'i:' || value FROM json_each(OLD.interests) UNION SELECT 'q:' || key || ':' || value FROM json_each(OLD.answers)) t);
  INSERT INTO profile_bits (pool, gender, term, country, block, w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, w20, w21, w22, w23, w24, w25, w26, w27, w28, w29, w30, w31, w32, w33, w34, w35, w36, w37, w38, w39, w40, w41, w42, w43, w44, w45, w46, w47, w48, w49, w50, w51, w52, w53, w54, w55, w56, w57, w58, w59, w60, w61, w62, w63)
  SELECT NEW.pool, NEW.gender, t.term, NEW.country, NEW.slot / 4096, iif(NEW.slot % 4096 / 64 = 0, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 1, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 2, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 3, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 4, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 5, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 6, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 7, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 8, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 9, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 10, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 11, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 12, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 13, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 14, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 15, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 16, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 17, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 18, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 19, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 20, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 21, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 22, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 23, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 24, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 25, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 26, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 27, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 28, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 29, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 30, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 31, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 32, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 33, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 34, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 35, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 36, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 37, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 38, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 39, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 40, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 41, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 42, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 43, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 44, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 45, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 46, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 47, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 48, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 49, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 50, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 51, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 52, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 53, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 54, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 55, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 56, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 57, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 58, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 59, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 60, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 61, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 62, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 63, 1 << (NEW.slot % 64), 0)
  FROM (SELECT value AS term FROM json_each(json_array('*', 'r:' || NEW.region, 'y:' || (substr(NEW.birth_date, 1, 4) / 5 * 5), 'sexuality:' || NEW.sexuality, 'hair:' || NEW.hair, 'eyes:' || NEW.eyes, 'body:' || NEW.body, 'relationship:' || NEW.relationship, 'tattoos:' || NEW.tattoos, 'reason:' || NEW.reason, iif(NEW.cell > 0, 'g:' || (NEW.cell / 36000 / 100 * 360 + NEW.cell % 36000 / 100), NULL), iif(NEW.has_photo, 'photo', NULL), iif(NEW.photo_checked, 'checked', NULL), iif(NEW.verified, 'verified', NULL), iif(NEW.shown_to_visitors, 'open', NULL), 'n:' || (NEW.created_at / 604800000))) WHERE value IS NOT NULL
    UNION SELECT 'i:' || value FROM json_each(NEW.interests) UNION SELECT 'q:' || key || ':' || value FROM json_each(NEW.answers)) t WHERE NEW.status = 'active' AND NEW.slot = OLD.slot AND OLD.pool = NEW.pool AND OLD.gender = NEW.gender AND OLD.country = NEW.country
  ON CONFLICT DO UPDATE SET w0 = w0 | excluded.w0, w1 = w1 | excluded.w1, w2 = w2 | excluded.w2, w3 = w3 | excluded.w3, w4 = w4 | excluded.w4, w5 = w5 | excluded.w5, w6 = w6 | excluded.w6, w7 = w7 | excluded.w7, w8 = w8 | excluded.w8, w9 = w9 | excluded.w9, w10 = w10 | excluded.w10, w11 = w11 | excluded.w11, w12 = w12 | excluded.w12, w13 = w13 | excluded.w13, w14 = w14 | excluded.w14, w15 = w15 | excluded.w15, w16 = w16 | excluded.w16, w17 = w17 | excluded.w17, w18 = w18 | excluded.w18, w19 = w19 | excluded.w19, w20 = w20 | excluded.w20, w21 = w21 | excluded.w21, w22 = w22 | excluded.w22, w23 = w23 | excluded.w23, w24 = w24 | excluded.w24, w25 = w25 | excluded.w25, w26 = w26 | excluded.w26, w27 = w27 | excluded.w27, w28 = w28 | excluded.w28, w29 = w29 | excluded.w29, w30 = w30 | excluded.w30, w31 = w31 | excluded.w31, w32 = w32 | excluded.w32, w33 = w33 | excluded.w33, w34 = w34 | excluded.w34, w35 = w35 | excluded.w35, w36 = w36 | excluded.w36, w37 = w37 | excluded.w37, w38 = w38 | excluded.w38, w39 = w39 | excluded.w39, w40 = w40 | excluded.w40, w41 = w41 | excluded.w41, w42 = w42 | excluded.w42, w43 = w43 | excluded.w43, w44 = w44 | excluded.w44, w45 = w45 | excluded.w45, w46 = w46 | excluded.w46, w47 = w47 | excluded.w47, w48 = w48 | excluded.w48, w49 = w49 | excluded.w49, w50 = w50 | excluded.w50, w51 = w51 | excluded.w51, w52 = w52 | excluded.w52, w53 = w53 | excluded.w53, w54 = w54 | excluded.w54, w55 = w55 | excluded.w55, w56 = w56 | excluded.w56, w57 = w57 | excluded.w57, w58 = w58 | excluded.w58, w59 = w59 | excluded.w59, w60 = w60 | excluded.w60, w61 = w61 | excluded.w61, w62 = w62 | excluded.w62, w63 = w63 | excluded.w63;
  UPDATE profiles SET slot = (SELECT coalesce(max(p.slot), -1) + 1 FROM profiles p
    WHERE p.pool = NEW.pool AND p.gender = NEW.gender AND p.country = NEW.country)
  WHERE id = NEW.id AND (OLD.pool <> NEW.pool OR OLD.gender <> NEW.gender OR OLD.country <> NEW.country);
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_message AFTER INSERT ON messages WHEN NEW.type <> 'system' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT a.domain_id, NEW.created_at / 86400000, 'messages', 1
  FROM accounts a JOIN profiles p ON p.id = a.id WHERE a.id = NEW.sender_id AND p.fictional = 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER news_message AFTER INSERT ON messages WHEN NEW.type <> 'system' BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  SELECT iif(member_a = NEW.sender_id, member_b, member_a), 'message', NEW.conversation_id, NEW.created_at, NEW.created_at + 600000
  FROM conversations WHERE id = NEW.conversation_id
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER messages_last_seq AFTER INSERT ON messages BEGIN
  UPDATE conversations SET last_seq = NEW.seq WHERE id = NEW.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_oldest AFTER INSERT ON messages
WHEN (SELECT oldest_at FROM conversations WHERE id = NEW.conversation_id) IS NULL BEGIN
  UPDATE conversations SET oldest_at = NEW.created_at, pool = (SELECT pool FROM profiles WHERE profiles.id = member_a)
  WHERE id = NEW.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_like AFTER INSERT ON likes BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT a.domain_id, NEW.created_at / 86400000, f.value, 1
  FROM accounts a JOIN profiles p ON p.id = a.id JOIN json_each('["likes","matches"]') f
  WHERE a.id = NEW.liker_id AND p.fictional = 0
    AND (f.value = 'likes' OR EXISTS (SELECT 1 FROM likes WHERE liker_id = NEW.liked_id AND liked_id = NEW.liker_id))
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER news_like AFTER INSERT ON likes
WHEN NOT EXISTS (SELECT 1 FROM likes WHERE liker_id = NEW.liked_id AND liked_id = NEW.liker_id) BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  VALUES (NEW.liked_id, 'like', NEW.liker_id, NEW.created_at, NEW.created_at + 600000)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER likes_match AFTER INSERT ON likes
WHEN EXISTS (SELECT 1 FROM likes WHERE liker_id = NEW.liked_id AND liked_id = NEW.liker_id) BEGIN
  UPDATE likes SET matched_at = NEW.created_at
  WHERE (liker_id = NEW.liker_id AND liked_id = NEW.liked_id) OR (liker_id = NEW.liked_id AND liked_id = NEW.liker_id);
END;
--> statement-breakpoint
CREATE TRIGGER likes_new_insert AFTER INSERT ON likes
WHEN NEW.is_new = 1 AND EXISTS (SELECT 1 FROM profiles WHERE id = NEW.liker_id AND status = 'active') BEGIN
  UPDATE accounts SET new_likes = new_likes + 1 WHERE id = NEW.liked_id;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_order AFTER INSERT ON payments BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  VALUES (NEW.domain_id, NEW.created_at / 86400000, 'ordered', NEW.currency, 1)
  ON CONFLICT DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_payment AFTER UPDATE OF status ON payments
WHEN NEW.status = 'completed' AND OLD.status <> 'completed' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  VALUES (NEW.domain_id, NEW.updated_at / 86400000, 'orders', NEW.currency, 1),
    (NEW.domain_id, NEW.updated_at / 86400000, 'revenue', NEW.currency, NEW.amount)
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT NEW.domain_id, NEW.updated_at / 86400000, 'buyers', 1
  WHERE NOT EXISTS (SELECT 1 FROM payments WHERE account_id = NEW.account_id AND id <> NEW.id
    AND status IN ('completed', 'refunded', 'chargeback'))
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_reversal AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status <> NEW.status BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  SELECT NEW.domain_id, NEW.updated_at / 86400000, f.key, NEW.currency, f.value
  FROM (SELECT NEW.amount - coalesce(sum(amount), 0) AS rest FROM refunds WHERE payment_id = NEW.id AND status = 'done') r
  JOIN json_each(iif(NEW.status = 'refunded',
    json_object('refunds', 1, 'refunded', r.rest), json_object('chargebacks', 1, 'charged_back', r.rest))) f
  WHERE r.rest > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER payments_completed AFTER UPDATE OF status ON payments
WHEN NEW.status = 'completed' AND OLD.status <> 'completed' BEGIN
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
  VALUES (NEW.account_id, NEW.credits, 'purchase', NEW.id, 'purchase:' || NEW.id, NEW.updated_at);
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id)
  SELECT a.id, -min(a.debt, NEW.credits), 'debt', NEW.id, 'debt:' || NEW.id, NEW.updated_at, l.id
  FROM accounts a JOIN lots l ON l.payment_id = NEW.id WHERE a.id = NEW.account_id AND a.debt > 0;
  UPDATE accounts SET paid_user = 1 WHERE id = NEW.account_id AND status <> 'erased';
  UPDATE OR IGNORE discount_uses SET state = 'used' WHERE payment_id = NEW.id;
  INSERT INTO receipts (series, number, kind, payment_id, amount, tax_amount, created_at)
  SELECT NEW.series, coalesce(max(number), 0) + 1, 'receipt', NEW.id, NEW.amount, NEW.tax_amount, NEW.updated_at
  FROM receipts WHERE series = NEW.series;
END;
--> statement-breakpoint
CREATE TRIGGER payments_ended AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('failed', 'cancelled', 'expired') AND OLD.status <> NEW.status BEGIN
  UPDATE discount_uses SET state = 'released' WHERE payment_id = NEW.id AND state = 'reserved';
END;
--> statement-breakpoint
CREATE TRIGGER payments_reversed AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status = 'completed' BEGIN
  INSERT INTO debts (account_id, payment_id, credits, created_at)
  SELECT NEW.account_id, NEW.id, spent, NEW.updated_at FROM (
    SELECT sum(iif(p.credit = 'member', -p.amount, p.amount)) AS spent FROM postings p JOIN lots l ON l.id = p.lot_id
    WHERE l.payment_id = NEW.id AND 'revenue' IN (p.debit, p.credit)) WHERE spent > 0;
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id)
  SELECT NEW.account_id, -remaining, iif(NEW.status = 'refunded', 'refund', 'chargeback'), NEW.id, 'back:' || NEW.id, NEW.updated_at, id
  FROM lots WHERE payment_id = NEW.id AND remaining > 0;
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
  SELECT id, -min(debt, credits), 'debt', NEW.id, 'settled:' || NEW.id, NEW.updated_at
  FROM accounts WHERE id = NEW.account_id AND debt > 0 AND credits > 0;
  UPDATE accounts SET paid_user = EXISTS (SELECT 1 FROM payments WHERE account_id = NEW.account_id AND status = 'completed')
  WHERE id = NEW.account_id;
  INSERT INTO receipts (series, number, kind, payment_id, amount, tax_amount, created_at)
  SELECT NEW.series, (SELECT max(number) + 1 FROM receipts WHERE series = NEW.series), 'credit_note', NEW.id,
    NEW.amount - noted, NEW.tax_amount - tax, NEW.updated_at
  FROM (SELECT coalesce(sum(amount), 0) AS noted, coalesce(sum(tax_amount), 0) AS tax FROM receipts
    WHERE payment_id = NEW.id AND kind = 'credit_note') WHERE noted < NEW.amount;
END;
--> statement-breakpoint
CREATE TRIGGER refund_proposals_reversed AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status <> NEW.status BEGIN
  UPDATE refund_proposals SET status = 'superseded', decided_at = NEW.updated_at WHERE payment_id = NEW.id AND status = 'proposed';
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_refund AFTER UPDATE OF status ON refunds WHEN NEW.status = 'done' AND OLD.status <> 'done' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  SELECT p.domain_id, NEW.updated_at / 86400000, f.key, p.currency, f.value
  FROM payments p JOIN json_each(json_object('refunds', 1, 'refunded', NEW.amount)) f WHERE p.id = NEW.payment_id
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_done AFTER UPDATE OF status ON refunds WHEN NEW.status = 'done' AND OLD.status = 'requested' BEGIN
  -- The tax of a part is the tax of all parts so far, less what earlier notes took: the notes sum up to the receipt.
  INSERT INTO receipts (series, number, kind, payment_id, amount, tax_amount, created_at)
  SELECT p.series, (SELECT max(number) + 1 FROM receipts WHERE series = p.series), 'credit_note', p.id, NEW.amount,
    ((n.noted + NEW.amount) * p.tax_amount * 2 + p.amount) / (2 * p.amount) - n.tax, NEW.updated_at
  FROM payments p, (SELECT coalesce(sum(amount), 0) AS noted, coalesce(sum(tax_amount), 0) AS tax FROM receipts
    WHERE payment_id = NEW.payment_id AND kind = 'credit_note') n
  WHERE p.id = NEW.payment_id AND p.status = 'completed';
  UPDATE payments SET status = 'refunded', updated_at = NEW.updated_at WHERE id = NEW.payment_id AND status = 'completed'
    AND amount = (SELECT sum(amount) FROM refunds WHERE payment_id = NEW.payment_id AND status = 'done');
END;
--> statement-breakpoint
CREATE TRIGGER refunds_failed AFTER UPDATE OF status ON refunds WHEN NEW.status = 'failed' AND OLD.status = 'requested' BEGIN
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, reverses_id)
  SELECT account_id, -amount, 'reversal', NEW.id, 'reversal:' || NEW.id, NEW.updated_at, id
  FROM ledger WHERE account_id = NEW.account_id AND idempotency_key = 'refund:' || NEW.id
    AND EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND status = 'completed');
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
  SELECT id, -min(debt, credits), 'debt', NEW.payment_id, 'settled:' || NEW.id, NEW.updated_at
  FROM accounts WHERE id = NEW.account_id AND debt > 0 AND credits > 0;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_work AFTER UPDATE OF state ON work_items
WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.decided_at > NEW.created_at AND NEW.kind <> 'member' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  SELECT NEW.domain_id, NEW.decided_at / 86400000, f.key, NEW.kind, f.value
  FROM json_each(json_object('decided', 1, 'late', NEW.decided_at > NEW.due_at, 'waited', NEW.decided_at - NEW.created_at)) f
  WHERE f.value > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
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
CREATE TRIGGER ledger_entry AFTER INSERT ON ledger BEGIN
  SELECT RAISE(ABORT, 'debt is open') FROM accounts
  WHERE id = NEW.account_id AND debt > 0 AND NEW.kind IN ('message', 'gift', 'photos', 'icebreaker');
  -- First: the CHECK on the balance names an uncovered debit.
  UPDATE accounts SET credits = credits + NEW.amount WHERE id = NEW.account_id;
  INSERT INTO lots (account_id, entry_id, payment_id, credits, remaining, created_at)
  SELECT NEW.account_id, NEW.id, iif(NEW.kind = 'purchase', NEW.cause, NULL), NEW.amount, 0, NEW.created_at
  WHERE NEW.amount > 0 AND NEW.reverses_id IS NULL;
  INSERT INTO postings (entry_id, lot_id, debit, credit, amount)
  SELECT NEW.id, id, iif(NEW.kind = 'purchase', 'sales', 'bonus'), 'member', NEW.amount FROM lots WHERE entry_id = NEW.id;
  INSERT INTO postings (entry_id, lot_id, debit, credit, amount)
  SELECT NEW.id, p.lot_id, p.credit, p.debit, p.amount FROM postings p JOIN ledger e ON e.id = p.entry_id
  WHERE e.id = NEW.reverses_id AND e.account_id = NEW.account_id AND e.amount < 0;
  INSERT INTO postings (entry_id, lot_id, debit, credit, amount)
  SELECT NEW.id, id, 'member', iif(NEW.kind IN ('refund', 'chargeback'), 'refund', iif(NEW.kind = 'adjustment', 'bonus', 'revenue')), taken
  FROM (
    SELECT id, min(remaining, -NEW.amount - (sum(remaining) OVER (ORDER BY id) - remaining)) AS taken
    FROM lots WHERE account_id = NEW.account_id AND remaining > 0 AND (NEW.lot_id IS NULL OR id = NEW.lot_id)
  ) WHERE NEW.amount < 0 AND taken > 0;
  SELECT RAISE(ABORT, 'entry without lots')
  WHERE NEW.amount <> (SELECT coalesce(sum(iif(credit = 'member', amount, -amount)), 0) FROM postings WHERE entry_id = NEW.id);
  INSERT INTO debts (account_id, payment_id, credits, created_at)
  SELECT NEW.account_id, NEW.cause, NEW.amount, NEW.created_at WHERE NEW.kind = 'debt';
END;
--> statement-breakpoint
CREATE TRIGGER postings_lot AFTER INSERT ON postings BEGIN
  UPDATE lots SET remaining = remaining + iif(NEW.credit = 'member', NEW.amount, -NEW.amount) WHERE id = NEW.lot_id;
END;
--> statement-breakpoint
CREATE TRIGGER postings_no_update BEFORE UPDATE ON postings BEGIN
  SELECT RAISE(ABORT, 'postings are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER postings_no_delete BEFORE DELETE ON postings BEGIN
  SELECT RAISE(ABORT, 'postings are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER lots_no_update BEFORE UPDATE OF id, account_id, entry_id, payment_id, credits, created_at ON lots BEGIN
  SELECT RAISE(ABORT, 'lots are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER lots_no_delete BEFORE DELETE ON lots BEGIN
  SELECT RAISE(ABORT, 'lots are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER debts_sum AFTER INSERT ON debts BEGIN
  UPDATE accounts SET debt = debt + NEW.credits WHERE id = NEW.account_id;
  SELECT RAISE(ABORT, 'debt below zero') FROM accounts WHERE id = NEW.account_id AND debt < 0;
END;
--> statement-breakpoint
CREATE TRIGGER debts_no_update BEFORE UPDATE ON debts BEGIN
  SELECT RAISE(ABORT, 'debts are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER debts_no_delete BEFORE DELETE ON debts BEGIN
  SELECT RAISE(ABORT, 'debts are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER payments_fixed BEFORE UPDATE OF id, account_id, domain_id, package_id, credits, currency, list_amount, reduction,
  amount, tax_rate, tax_amount, country, provider, discount_code, seller, series, refund_days, idempotency_key, created_at ON payments BEGIN
  SELECT RAISE(ABORT, 'an order does not change');
END;
--> statement-breakpoint
CREATE TRIGGER payments_transition BEFORE UPDATE OF status ON payments
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'created' AND NEW.status IN ('pending', 'completed', 'failed', 'cancelled', 'expired'))
  OR (OLD.status = 'pending' AND NEW.status IN ('completed', 'failed', 'cancelled', 'expired'))
  OR (OLD.status IN ('failed', 'cancelled', 'expired') AND NEW.status = 'completed')
  OR (OLD.status = 'completed' AND NEW.status IN ('refunded', 'chargeback'))) BEGIN
  SELECT RAISE(ABORT, 'payment status out of order');
END;
--> statement-breakpoint
CREATE TRIGGER payments_no_delete BEFORE DELETE ON payments BEGIN
  SELECT RAISE(ABORT, 'payments are never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER payments_begin BEFORE INSERT ON payments WHEN NEW.status <> 'created' BEGIN
  SELECT RAISE(ABORT, 'a payment begins as created');
END;
--> statement-breakpoint
CREATE TRIGGER refunds_requested AFTER INSERT ON refunds BEGIN
  SELECT RAISE(ABORT, 'a refund begins as requested') WHERE NEW.status <> 'requested';
  SELECT RAISE(ABORT, 'refund of nothing paid') WHERE NOT EXISTS (
    SELECT 1 FROM payments WHERE id = NEW.payment_id AND account_id = NEW.account_id AND status = 'completed');
  SELECT RAISE(ABORT, 'refund above the payment') FROM payments WHERE id = NEW.payment_id AND amount < (
    SELECT sum(amount) FROM refunds WHERE payment_id = NEW.payment_id AND status <> 'failed');
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id)
  SELECT NEW.account_id, -NEW.credits, 'refund', NEW.id, 'refund:' || NEW.id, NEW.created_at, id
  FROM lots WHERE payment_id = NEW.payment_id AND NEW.credits > 0;
END;
--> statement-breakpoint
CREATE TRIGGER refund_proposals_superseded AFTER INSERT ON refunds BEGIN
  UPDATE refund_proposals SET status = 'superseded', decided_at = NEW.created_at
  WHERE payment_id = NEW.payment_id AND status = 'proposed' AND id <> NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_fixed BEFORE UPDATE OF id, payment_id, account_id, amount, credits, created_at ON refunds BEGIN
  SELECT RAISE(ABORT, 'a refund does not change');
END;
--> statement-breakpoint
CREATE TRIGGER refunds_transition BEFORE UPDATE OF status ON refunds WHEN NEW.status <> OLD.status AND OLD.status <> 'requested' BEGIN
  SELECT RAISE(ABORT, 'refund status out of order');
END;
--> statement-breakpoint
CREATE TRIGGER refunds_no_delete BEFORE DELETE ON refunds BEGIN
  SELECT RAISE(ABORT, 'refunds are never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER refund_proposals_fixed BEFORE UPDATE OF id, payment_id, account_id, domain_id, amount, credits, share, reason, by_two,
  proposed_by, created_at ON refund_proposals BEGIN
  SELECT RAISE(ABORT, 'a proposal does not change');
END;
--> statement-breakpoint
CREATE TRIGGER refund_proposals_once BEFORE UPDATE OF status ON refund_proposals WHEN OLD.status <> 'proposed' BEGIN
  SELECT RAISE(ABORT, 'a proposal is decided once');
END;
--> statement-breakpoint
CREATE TRIGGER receipts_number BEFORE INSERT ON receipts
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM receipts WHERE series = NEW.series) BEGIN
  SELECT RAISE(ABORT, 'receipt number out of order');
END;
--> statement-breakpoint
CREATE TRIGGER receipts_no_update BEFORE UPDATE ON receipts BEGIN
  SELECT RAISE(ABORT, 'receipts are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER receipts_no_delete BEFORE DELETE ON receipts BEGIN
  SELECT RAISE(ABORT, 'receipts are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER news_match AFTER UPDATE OF matched_at ON likes WHEN OLD.matched_at IS NULL AND NEW.matched_at = NEW.created_at BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  VALUES (NEW.liked_id, 'match', NEW.liker_id, NEW.created_at, NEW.created_at + 600000)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER likes_new_update AFTER UPDATE OF is_new ON likes
WHEN NEW.is_new <> OLD.is_new AND EXISTS (SELECT 1 FROM profiles WHERE id = NEW.liker_id AND status = 'active') BEGIN
  UPDATE accounts SET new_likes = new_likes + NEW.is_new - OLD.is_new WHERE id = NEW.liked_id;
END;
--> statement-breakpoint
CREATE TRIGGER preferences_resubscribe AFTER UPDATE OF channels ON preferences WHEN NEW.channels <> OLD.channels BEGIN
  UPDATE accounts SET notifications_disabled = (
    SELECT json_group_array(value) FROM json_each(notifications_disabled)
    WHERE value NOT LIKE 'listunsubscribe:%'
      OR coalesce(json_extract(NEW.channels, '$.' || substr(value, 17) || '.mail'), 1) = 0
  ) WHERE id = NEW.account_id AND instr(notifications_disabled, '"listunsubscribe:');
END;
--> statement-breakpoint
CREATE TRIGGER push_session_revoked AFTER UPDATE OF revoked_at ON sessions WHEN NEW.revoked_at IS NOT NULL BEGIN
  DELETE FROM push_subscriptions WHERE session_hash = NEW.token_hash;
END;
--> statement-breakpoint
CREATE TRIGGER likes_unmatch AFTER DELETE ON likes WHEN OLD.matched_at IS NOT NULL BEGIN
  UPDATE likes SET matched_at = NULL WHERE liker_id = OLD.liked_id AND liked_id = OLD.liker_id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_new_delete AFTER DELETE ON likes
WHEN OLD.is_new = 1 AND EXISTS (SELECT 1 FROM profiles WHERE id = OLD.liker_id AND status = 'active') BEGIN
  UPDATE accounts SET new_likes = new_likes - 1 WHERE id = OLD.liked_id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_gone BEFORE DELETE ON profiles WHEN OLD.status = 'active' BEGIN
  UPDATE accounts SET new_likes = new_likes - 1 WHERE id IN (SELECT liked_id FROM likes WHERE liker_id = OLD.id AND is_new = 1);
END;
--> statement-breakpoint
CREATE TRIGGER profile_counts_delete AFTER DELETE ON profiles WHEN OLD.status = 'active' BEGIN
  UPDATE profile_counts SET total = total - 1, real = real - (OLD.fictional = 0), open = open - OLD.shown_to_visitors,
    open_real = open_real - (OLD.shown_to_visitors AND OLD.fictional = 0), with_photo = with_photo - OLD.has_photo
  WHERE pool = OLD.pool AND gender = OLD.gender
    AND ((country = '' AND region = '') OR (country = OLD.country AND region IN ('', coalesce(OLD.region, ''))));
END;
--> statement-breakpoint
CREATE TRIGGER profile_bits_delete AFTER DELETE ON profiles WHEN OLD.status = 'active' AND OLD.slot IS NOT NULL BEGIN
  UPDATE profile_bits SET w0 = w0 & ~iif(OLD.slot % 4096 / 64 = 0, 1 << (OLD.slot % 64), 0), w1 = w1 & ~iif(OLD.slot % 4096 / 64 = 1, 1 << (OLD.slot % 64), 0), w2 = w2 & ~iif(OLD.slot % 4096 / 64 = 2, 1 << (OLD.slot % 64), 0), w3 = w3 & ~iif(OLD.slot % 4096 / 64 = 3, 1 << (OLD.slot % 64), 0), w4 = w4 & ~iif(OLD.slot % 4096 / 64 = 4, 1 << (OLD.slot % 64), 0), w5 = w5 & ~iif(OLD.slot % 4096 / 64 = 5, 1 << (OLD.slot % 64), 0), w6 = w6 & ~iif(OLD.slot % 4096 / 64 = 6, 1 << (OLD.slot % 64), 0), w7 = w7 & ~iif(OLD.slot % 4096 / 64 = 7, 1 << (OLD.slot % 64), 0), w8 = w8 & ~iif(OLD.slot % 4096 / 64 = 8, 1 << (OLD.slot % 64), 0), w9 = w9 & ~iif(OLD.slot % 4096 / 64 = 9, 1 << (OLD.slot % 64), 0), w10 = w10 & ~iif(OLD.slot % 4096 / 64 = 10, 1 << (OLD.slot % 64), 0), w11 = w11 & ~iif(OLD.slot % 4096 / 64 = 11, 1 << (OLD.slot % 64), 0), w12 = w12 & ~iif(OLD.slot % 4096 / 64 = 12, 1 << (OLD.slot % 64), 0), w13 = w13 & ~iif(OLD.slot % 4096 / 64 = 13, 1 << (OLD.slot % 64), 0), w14 = w14 & ~iif(OLD.slot % 4096 / 64 = 14, 1 << (OLD.slot % 64), 0), w15 = w15 & ~iif(OLD.slot % 4096 / 64 = 15, 1 << (OLD.slot % 64), 0), w16 = w16 & ~iif(OLD.slot % 4096 / 64 = 16, 1 << (OLD.slot % 64), 0), w17 = w17 & ~iif(OLD.slot % 4096 / 64 = 17, 1 << (OLD.slot % 64), 0), w18 = w18 & ~iif(OLD.slot % 4096 / 64 = 18, 1 << (OLD.slot % 64), 0), w19 = w19 & ~iif(OLD.slot % 4096 / 64 = 19, 1 << (OLD.slot % 64), 0), w20 = w20 & ~iif(OLD.slot % 4096 / 64 = 20, 1 << (OLD.slot % 64), 0), w21 = w21 & ~iif(OLD.slot % 4096 / 64 = 21, 1 << (OLD.slot % 64), 0), w22 = w22 & ~iif(OLD.slot % 4096 / 64 = 22, 1 << (OLD.slot % 64), 0), w23 = w23 & ~iif(OLD.slot % 4096 / 64 = 23, 1 << (OLD.slot % 64), 0), w24 = w24 & ~iif(OLD.slot % 4096 / 64 = 24, 1 << (OLD.slot % 64), 0), w25 = w25 & ~iif(OLD.slot % 4096 / 64 = 25, 1 << (OLD.slot % 64), 0), w26 = w26 & ~iif(OLD.slot % 4096 / 64 = 26, 1 << (OLD.slot % 64), 0), w27 = w27 & ~iif(OLD.slot % 4096 / 64 = 27, 1 << (OLD.slot % 64), 0), w28 = w28 & ~iif(OLD.slot % 4096 / 64 = 28, 1 << (OLD.slot % 64), 0), w29 = w29 & ~iif(OLD.slot % 4096 / 64 = 29, 1 << (OLD.slot % 64), 0), w30 = w30 & ~iif(OLD.slot % 4096 / 64 = 30, 1 << (OLD.slot % 64), 0), w31 = w31 & ~iif(OLD.slot % 4096 / 64 = 31, 1 << (OLD.slot % 64), 0), w32 = w32 & ~iif(OLD.slot % 4096 / 64 = 32, 1 << (OLD.slot % 64), 0), w33 = w33 & ~iif(OLD.slot % 4096 / 64 = 33, 1 << (OLD.slot % 64), 0), w34 = w34 & ~iif(OLD.slot % 4096 / 64 = 34, 1 << (OLD.slot % 64), 0), w35 = w35 & ~iif(OLD.slot % 4096 / 64 = 35, 1 << (OLD.slot % 64), 0), w36 = w36 & ~iif(OLD.slot % 4096 / 64 = 36, 1 << (OLD.slot % 64), 0), w37 = w37 & ~iif(OLD.slot % 4096 / 64 = 37, 1 << (OLD.slot % 64), 0), w38 = w38 & ~iif(OLD.slot % 4096 / 64 = 38, 1 << (OLD.slot % 64), 0), w39 = w39 & ~iif(OLD.slot % 4096 / 64 = 39, 1 << (OLD.slot % 64), 0), w40 = w40 & ~iif(OLD.slot % 4096 / 64 = 40, 1 << (OLD.slot % 64), 0), w41 = w41 & ~iif(OLD.slot % 4096 / 64 = 41, 1 << (OLD.slot % 64), 0), w42 = w42 & ~iif(OLD.slot % 4096 / 64 = 42, 1 << (OLD.slot % 64), 0), w43 = w43 & ~iif(OLD.slot % 4096 / 64 = 43, 1 << (OLD.slot % 64), 0), w44 = w44 & ~iif(OLD.slot % 4096 / 64 = 44, 1 << (OLD.slot % 64), 0), w45 = w45 & ~iif(OLD.slot % 4096 / 64 = 45, 1 << (OLD.slot % 64), 0), w46 = w46 & ~iif(OLD.slot % 4096 / 64 = 46, 1 << (OLD.slot % 64), 0), w47 = w47 & ~iif(OLD.slot % 4096 / 64 = 47, 1 << (OLD.slot % 64), 0), w48 = w48 & ~iif(OLD.slot % 4096 / 64 = 48, 1 << (OLD.slot % 64), 0), w49 = w49 & ~iif(OLD.slot % 4096 / 64 = 49, 1 << (OLD.slot % 64), 0), w50 = w50 & ~iif(OLD.slot % 4096 / 64 = 50, 1 << (OLD.slot % 64), 0), w51 = w51 & ~iif(OLD.slot % 4096 / 64 = 51, 1 << (OLD.slot % 64), 0), w52 = w52 & ~iif(OLD.slot % 4096 / 64 = 52, 1 << (OLD.slot % 64), 0), w53 = w53 & ~iif(OLD.slot % 4096 / 64 = 53, 1 << (OLD.slot % 64), 0), w54 = w54 & ~iif(OLD.slot % 4096 / 64 = 54, 1 << (OLD.slot % 64), 0), w55 = w55 & ~iif(OLD.slot % 4096 / 64 = 55, 1 << (OLD.slot % 64), 0), w56 = w56 & ~iif(OLD.slot % 4096 / 64 = 56, 1 << (OLD.slot % 64), 0), w57 = w57 & ~iif(OLD.slot % 4096 / 64 = 57, 1 << (OLD.slot % 64), 0), w58 = w58 & ~iif(OLD.slot % 4096 / 64 = 58, 1 << (OLD.slot % 64), 0), w59 = w59 & ~iif(OLD.slot % 4096 / 64 = 59, 1 << (OLD.slot % 64), 0), w60 = w60 & ~iif(OLD.slot % 4096 / 64 = 60, 1 << (OLD.slot % 64), 0), w61 = w61 & ~iif(OLD.slot % 4096 / 64 = 61, 1 << (OLD.slot % 64), 0), w62 = w62 & ~iif(OLD.slot % 4096 / 64 = 62, 1 << (OLD.slot % 64), 0), w63 = w63 & ~iif(OLD.slot % 4096 / 64 = 63, 1 << (OLD.slot % 64), 0)
  WHERE pool = OLD.pool AND gender = OLD.gender AND country = OLD.country AND block = OLD.slot / 4096 
    AND term IN (SELECT term FROM (SELECT value AS term FROM json_each(json_array('*', 'r:' || OLD.region, 'y:' || (substr(OLD.birth_date, 1, 4) / 5 * 5), 'sexuality:' || OLD.sexuality, 'hair:' || OLD.hair, 'eyes:' || OLD.eyes, 'body:' || OLD.body, 'relationship:' || OLD.relationship, 'tattoos:' || OLD.tattoos, 'reason:' || OLD.reason, iif(OLD.cell > 0, 'g:' || (OLD.cell / 36000 / 100 * 360 + OLD.cell % 36000 / 100), NULL), iif(OLD.has_photo, 'photo', NULL), iif(OLD.photo_checked, 'checked', NULL), iif(OLD.verified, 'verified', NULL), iif(OLD.shown_to_visitors, 'open', NULL), 'n:' || (OLD.created_at / 604800000))) WHERE value IS NOT NULL
    UNION SELECT 'i:' || value FROM json_each(OLD.interests) UNION SELECT 'q:' || key || ':' || value FROM json_each(OLD.answers)) t);
END;
--> statement-breakpoint
CREATE TRIGGER signals_begin AFTER INSERT ON signals BEGIN
  UPDATE signals SET score = min(99, 4 * min(openers, 5) + 3 * min(blocks, 10) + 4 * min(money, 10) + min(contacts, 10) + 20 * min(prints, 1))
  WHERE member_id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER signals_count AFTER UPDATE OF openers, blocks, money, contacts, prints ON signals BEGIN
  UPDATE signals SET score = min(99, 4 * min(openers, 5) + 3 * min(blocks, 10) + 4 * min(money, 10) + min(contacts, 10) + 20 * min(prints, 1))
  WHERE member_id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER signals_score AFTER UPDATE OF score ON signals WHEN NEW.score <> OLD.score BEGIN
  UPDATE accounts SET caution = NEW.score WHERE id = NEW.member_id;
  UPDATE work_items SET score = score + NEW.score - OLD.score
  WHERE member_id = NEW.member_id AND kind IN ('report', 'photo', 'text') AND state = 'waiting';
END;
--> statement-breakpoint
CREATE TRIGGER signals_block AFTER INSERT ON blocks BEGIN
  INSERT INTO signals (member_id, blocks, updated_at) VALUES (NEW.blocked_id, 1, NEW.created_at)
  ON CONFLICT (member_id) DO UPDATE SET blocks = blocks + 1, updated_at = excluded.updated_at;
END;
--> statement-breakpoint
CREATE TRIGGER signals_unblock AFTER DELETE ON blocks BEGIN
  UPDATE signals SET blocks = max(0, blocks - 1) WHERE member_id = OLD.blocked_id;
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER photo_hashes_released AFTER UPDATE OF outcome, lifted_at ON decisions
WHEN NEW.kind = 'ban' AND (NEW.outcome = 'reversed' OR NEW.lifted_at IS NOT NULL) BEGIN
  DELETE FROM photo_hashes WHERE decision_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_seq BEFORE INSERT ON messages
WHEN NEW.seq <> (SELECT last_seq + 1 FROM conversations WHERE id = NEW.conversation_id) BEGIN
  SELECT RAISE(ABORT, 'message seq out of order');
END;
--> statement-breakpoint
CREATE TRIGGER conversations_archived BEFORE UPDATE OF archived_seq ON conversations
WHEN NEW.archived_seq NOT BETWEEN OLD.archived_seq AND NEW.last_seq BEGIN
  SELECT RAISE(ABORT, 'archived seq out of order');
END;
--> statement-breakpoint
CREATE TRIGGER conversations_archive_erasure AFTER DELETE ON conversations WHEN OLD.archived_seq > 0 BEGIN
  INSERT INTO archive_erasures (conversation_id, up_to_seq, due_at) VALUES (OLD.id, OLD.last_seq, 0)
  ON CONFLICT (conversation_id) DO UPDATE SET up_to_seq = excluded.up_to_seq, due_at = 0;
END;
--> statement-breakpoint
CREATE TRIGGER chat_photos_ended AFTER DELETE ON conversations BEGIN
  UPDATE chat_photos SET status = 'gone' WHERE conversation_id = OLD.id;
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
CREATE TRIGGER participants_unread_update AFTER UPDATE OF unread ON participants WHEN NEW.unread <> OLD.unread BEGIN
  UPDATE accounts SET unread = unread + NEW.unread - OLD.unread WHERE id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER participants_unread_delete AFTER DELETE ON participants WHEN OLD.unread <> 0 BEGIN
  UPDATE accounts SET unread = unread - OLD.unread WHERE id = OLD.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_changed_for_sender AFTER UPDATE OF
  text, edited_at, sender_reaction, receiver_reaction, hidden_from_sender ON messages
WHEN NEW.text IS NOT OLD.text OR NEW.edited_at IS NOT OLD.edited_at OR NEW.sender_reaction IS NOT OLD.sender_reaction
  OR NEW.receiver_reaction IS NOT OLD.receiver_reaction OR NEW.hidden_from_sender IS NOT OLD.hidden_from_sender BEGIN
  UPDATE participants SET changes = changes + 1 WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id;
  UPDATE messages SET sender_changed =
    (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id)
  WHERE conversation_id = NEW.conversation_id AND seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER messages_changed_for_receiver AFTER UPDATE OF
  text, edited_at, sender_reaction, receiver_reaction, hidden_from_receiver ON messages
WHEN NEW.text IS NOT OLD.text OR NEW.edited_at IS NOT OLD.edited_at OR NEW.sender_reaction IS NOT OLD.sender_reaction
  OR NEW.receiver_reaction IS NOT OLD.receiver_reaction OR NEW.hidden_from_receiver IS NOT OLD.hidden_from_receiver BEGIN
  UPDATE participants SET changes = changes + 1 WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id;
  UPDATE messages SET receiver_changed =
    (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id)
  WHERE conversation_id = NEW.conversation_id AND seq = NEW.seq;
END;
