CREATE TABLE `desk_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`member_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `desk_notes_pair` ON `desk_notes` (`profile_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `desk_notes_member` ON `desk_notes` (`member_id`,`created_at`);
--> statement-breakpoint
DROP TRIGGER figures_of_activity;
--> statement-breakpoint
DROP TRIGGER likes_hide;
--> statement-breakpoint
DROP TRIGGER likes_show;
--> statement-breakpoint
DROP TRIGGER profile_counts_leave;
--> statement-breakpoint
DROP TRIGGER profile_counts_enter;
--> statement-breakpoint
DROP TRIGGER profiles_photo_update;
--> statement-breakpoint
DROP TRIGGER profiles_verified_main;
--> statement-breakpoint
DROP TRIGGER participants_name_update;
--> statement-breakpoint
DROP TRIGGER profile_bits_slot;
--> statement-breakpoint
DROP TRIGGER profile_bits_change;
--> statement-breakpoint
DROP TRIGGER chat_photos_ended;
--> statement-breakpoint
CREATE TRIGGER work_of_desk_ended AFTER UPDATE OF status ON profiles WHEN NEW.fictional = 1 AND NEW.status <> 'active' BEGIN
  DELETE FROM work_items WHERE kind = 'desk' AND state IN ('waiting', 'decided')
    AND object_id IN (SELECT id FROM conversations WHERE NEW.id IN (member_a, member_b));
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
  FROM (SELECT value AS term FROM json_each(json_array('*', 'r:' || NEW.region, 'y:' || (substr(NEW.birth_date, 1, 4) / 5 * 5), 'sexuality:' || NEW.sexuality, 'hair:' || NEW.hair, 'eyes:' || NEW.eyes, 'body:' || NEW.body, 'relationship:' || NEW.relationship, 'tattoos:' || NEW.tattoos, 'reason:' || NEW.reason, 'smoking:' || NEW.smoking, iif(NEW.cell > 0, 'g:' || (NEW.cell / 36000 / 100 * 360 + NEW.cell % 36000 / 100), NULL), iif(NEW.has_photo, 'photo', NULL), iif(NEW.photo_checked, 'checked', NULL), iif(NEW.verified, 'verified', NULL), iif(NEW.shown_to_visitors, 'open', NULL), 'n:' || (NEW.created_at / 604800000))) WHERE value IS NOT NULL
    UNION SELECT 'i:' || value FROM json_each(NEW.interests) UNION SELECT 'q:' || key || ':' || value FROM json_each(NEW.answers)) t WHERE true
  ON CONFLICT DO UPDATE SET w0 = w0 | excluded.w0, w1 = w1 | excluded.w1, w2 = w2 | excluded.w2, w3 = w3 | excluded.w3, w4 = w4 | excluded.w4, w5 = w5 | excluded.w5, w6 = w6 | excluded.w6, w7 = w7 | excluded.w7, w8 = w8 | excluded.w8, w9 = w9 | excluded.w9, w10 = w10 | excluded.w10, w11 = w11 | excluded.w11, w12 = w12 | excluded.w12, w13 = w13 | excluded.w13, w14 = w14 | excluded.w14, w15 = w15 | excluded.w15, w16 = w16 | excluded.w16, w17 = w17 | excluded.w17, w18 = w18 | excluded.w18, w19 = w19 | excluded.w19, w20 = w20 | excluded.w20, w21 = w21 | excluded.w21, w22 = w22 | excluded.w22, w23 = w23 | excluded.w23, w24 = w24 | excluded.w24, w25 = w25 | excluded.w25, w26 = w26 | excluded.w26, w27 = w27 | excluded.w27, w28 = w28 | excluded.w28, w29 = w29 | excluded.w29, w30 = w30 | excluded.w30, w31 = w31 | excluded.w31, w32 = w32 | excluded.w32, w33 = w33 | excluded.w33, w34 = w34 | excluded.w34, w35 = w35 | excluded.w35, w36 = w36 | excluded.w36, w37 = w37 | excluded.w37, w38 = w38 | excluded.w38, w39 = w39 | excluded.w39, w40 = w40 | excluded.w40, w41 = w41 | excluded.w41, w42 = w42 | excluded.w42, w43 = w43 | excluded.w43, w44 = w44 | excluded.w44, w45 = w45 | excluded.w45, w46 = w46 | excluded.w46, w47 = w47 | excluded.w47, w48 = w48 | excluded.w48, w49 = w49 | excluded.w49, w50 = w50 | excluded.w50, w51 = w51 | excluded.w51, w52 = w52 | excluded.w52, w53 = w53 | excluded.w53, w54 = w54 | excluded.w54, w55 = w55 | excluded.w55, w56 = w56 | excluded.w56, w57 = w57 | excluded.w57, w58 = w58 | excluded.w58, w59 = w59 | excluded.w59, w60 = w60 | excluded.w60, w61 = w61 | excluded.w61, w62 = w62 | excluded.w62, w63 = w63 | excluded.w63;
END;
--> statement-breakpoint
CREATE TRIGGER profile_bits_change AFTER UPDATE OF status, pool, gender, country, region, birth_date, sexuality, hair, eyes, body, relationship, tattoos, reason, smoking, cell, has_photo, photo_checked, verified, shown_to_visitors, created_at, interests, answers ON profiles
WHEN OLD.slot IS NOT NULL AND (OLD.status = 'active' OR NEW.status = 'active' OR OLD.pool <> NEW.pool OR OLD.gender <> NEW.gender OR OLD.country <> NEW.country) BEGIN
  UPDATE profile_bits SET w0 = w0 & ~iif(OLD.slot % 4096 / 64 = 0, 1 << (OLD.slot % 64), 0), w1 = w1 & ~iif(OLD.slot % 4096 / 64 = 1, 1 << (OLD.slot % 64), 0), w2 = w2 & ~iif(OLD.slot % 4096 / 64 = 2, 1 << (OLD.slot % 64), 0), w3 = w3 & ~iif(OLD.slot % 4096 / 64 = 3, 1 << (OLD.slot % 64), 0), w4 = w4 & ~iif(OLD.slot % 4096 / 64 = 4, 1 << (OLD.slot % 64), 0), w5 = w5 & ~iif(OLD.slot % 4096 / 64 = 5, 1 << (OLD.slot % 64), 0), w6 = w6 & ~iif(OLD.slot % 4096 / 64 = 6, 1 << (OLD.slot % 64), 0), w7 = w7 & ~iif(OLD.slot % 4096 / 64 = 7, 1 << (OLD.slot % 64), 0), w8 = w8 & ~iif(OLD.slot % 4096 / 64 = 8, 1 << (OLD.slot % 64), 0), w9 = w9 & ~iif(OLD.slot % 4096 / 64 = 9, 1 << (OLD.slot % 64), 0), w10 = w10 & ~iif(OLD.slot % 4096 / 64 = 10, 1 << (OLD.slot % 64), 0), w11 = w11 & ~iif(OLD.slot % 4096 / 64 = 11, 1 << (OLD.slot % 64), 0), w12 = w12 & ~iif(OLD.slot % 4096 / 64 = 12, 1 << (OLD.slot % 64), 0), w13 = w13 & ~iif(OLD.slot % 4096 / 64 = 13, 1 << (OLD.slot % 64), 0), w14 = w14 & ~iif(OLD.slot % 4096 / 64 = 14, 1 << (OLD.slot % 64), 0), w15 = w15 & ~iif(OLD.slot % 4096 / 64 = 15, 1 << (OLD.slot % 64), 0), w16 = w16 & ~iif(OLD.slot % 4096 / 64 = 16, 1 << (OLD.slot % 64), 0), w17 = w17 & ~iif(OLD.slot % 4096 / 64 = 17, 1 << (OLD.slot % 64), 0), w18 = w18 & ~iif(OLD.slot % 4096 / 64 = 18, 1 << (OLD.slot % 64), 0), w19 = w19 & ~iif(OLD.slot % 4096 / 64 = 19, 1 << (OLD.slot % 64), 0), w20 = w20 & ~iif(OLD.slot % 4096 / 64 = 20, 1 << (OLD.slot % 64), 0), w21 = w21 & ~iif(OLD.slot % 4096 / 64 = 21, 1 << (OLD.slot % 64), 0), w22 = w22 & ~iif(OLD.slot % 4096 / 64 = 22, 1 << (OLD.slot % 64), 0), w23 = w23 & ~iif(OLD.slot % 4096 / 64 = 23, 1 << (OLD.slot % 64), 0), w24 = w24 & ~iif(OLD.slot % 4096 / 64 = 24, 1 << (OLD.slot % 64), 0), w25 = w25 & ~iif(OLD.slot % 4096 / 64 = 25, 1 << (OLD.slot % 64), 0), w26 = w26 & ~iif(OLD.slot % 4096 / 64 = 26, 1 << (OLD.slot % 64), 0), w27 = w27 & ~iif(OLD.slot % 4096 / 64 = 27, 1 << (OLD.slot % 64), 0), w28 = w28 & ~iif(OLD.slot % 4096 / 64 = 28, 1 << (OLD.slot % 64), 0), w29 = w29 & ~iif(OLD.slot % 4096 / 64 = 29, 1 << (OLD.slot % 64), 0), w30 = w30 & ~iif(OLD.slot % 4096 / 64 = 30, 1 << (OLD.slot % 64), 0), w31 = w31 & ~iif(OLD.slot % 4096 / 64 = 31, 1 << (OLD.slot % 64), 0), w32 = w32 & ~iif(OLD.slot % 4096 / 64 = 32, 1 << (OLD.slot % 64), 0), w33 = w33 & ~iif(OLD.slot % 4096 / 64 = 33, 1 << (OLD.slot % 64), 0), w34 = w34 & ~iif(OLD.slot % 4096 / 64 = 34, 1 << (OLD.slot % 64), 0), w35 = w35 & ~iif(OLD.slot % 4096 / 64 = 35, 1 << (OLD.slot % 64), 0), w36 = w36 & ~iif(OLD.slot % 4096 / 64 = 36, 1 << (OLD.slot % 64), 0), w37 = w37 & ~iif(OLD.slot % 4096 / 64 = 37, 1 << (OLD.slot % 64), 0), w38 = w38 & ~iif(OLD.slot % 4096 / 64 = 38, 1 << (OLD.slot % 64), 0), w39 = w39 & ~iif(OLD.slot % 4096 / 64 = 39, 1 << (OLD.slot % 64), 0), w40 = w40 & ~iif(OLD.slot % 4096 / 64 = 40, 1 << (OLD.slot % 64), 0), w41 = w41 & ~iif(OLD.slot % 4096 / 64 = 41, 1 << (OLD.slot % 64), 0), w42 = w42 & ~iif(OLD.slot % 4096 / 64 = 42, 1 << (OLD.slot % 64), 0), w43 = w43 & ~iif(OLD.slot % 4096 / 64 = 43, 1 << (OLD.slot % 64), 0), w44 = w44 & ~iif(OLD.slot % 4096 / 64 = 44, 1 << (OLD.slot % 64), 0), w45 = w45 & ~iif(OLD.slot % 4096 / 64 = 45, 1 << (OLD.slot % 64), 0), w46 = w46 & ~iif(OLD.slot % 4096 / 64 = 46, 1 << (OLD.slot % 64), 0), w47 = w47 & ~iif(OLD.slot % 4096 / 64 = 47, 1 << (OLD.slot % 64), 0), w48 = w48 & ~iif(OLD.slot % 4096 / 64 = 48, 1 << (OLD.slot % 64), 0), w49 = w49 & ~iif(OLD.slot % 4096 / 64 = 49, 1 << (OLD.slot % 64), 0), w50 = w50 & ~iif(OLD.slot % 4096 / 64 = 50, 1 << (OLD.slot % 64), 0), w51 = w51 & ~iif(OLD.slot % 4096 / 64 = 51, 1 << (OLD.slot % 64), 0), w52 = w52 & ~iif(OLD.slot % 4096 / 64 = 52, 1 << (OLD.slot % 64), 0), w53 = w53 & ~iif(OLD.slot % 4096 / 64 = 53, 1 << (OLD.slot % 64), 0), w54 = w54 & ~iif(OLD.slot % 4096 / 64 = 54, 1 << (OLD.slot % 64), 0), w55 = w55 & ~iif(OLD.slot % 4096 / 64 = 55, 1 << (OLD.slot % 64), 0), w56 = w56 & ~iif(OLD.slot % 4096 / 64 = 56, 1 << (OLD.slot % 64), 0), w57 = w57 & ~iif(OLD.slot % 4096 / 64 = 57, 1 << (OLD.slot % 64), 0), w58 = w58 & ~iif(OLD.slot % 4096 / 64 = 58, 1 << (OLD.slot % 64), 0), w59 = w59 & ~iif(OLD.slot % 4096 / 64 = 59, 1 << (OLD.slot % 64), 0), w60 = w60 & ~iif(OLD.slot % 4096 / 64 = 60, 1 << (OLD.slot % 64), 0), w61 = w61 & ~iif(OLD.slot % 4096 / 64 = 61, 1 << (OLD.slot % 64), 0), w62 = w62 & ~iif(OLD.slot % 4096 / 64 = 62, 1 << (OLD.slot % 64), 0), w63 = w63 & ~iif(OLD.slot % 4096 / 64 = 63, 1 << (OLD.slot % 64), 0)
  WHERE pool = OLD.pool AND gender = OLD.gender AND country = OLD.country AND block = OLD.slot / 4096 AND OLD.status = 'active'
    AND term IN (SELECT term FROM (SELECT value AS term FROM json_each(json_array('*', 'r:' || OLD.region, 'y:' || (substr(OLD.birth_date, 1, 4) / 5 * 5), 'sexuality:' || OLD.sexuality, 'hair:' || OLD.hair, 'eyes:' || OLD.eyes, 'body:' || OLD.body, 'relationship:' || OLD.relationship, 'tattoos:' || OLD.tattoos, 'reason:' || OLD.reason, 'smoking:' || OLD.smoking, iif(OLD.cell > 0, 'g:' || (OLD.cell / 36000 / 100 * 360 + OLD.cell % 36000 / 100), NULL), iif(OLD.has_photo, 'photo', NULL), iif(OLD.photo_checked, 'checked', NULL), iif(OLD.verified, 'verified', NULL), iif(OLD.shown_to_visitors, 'open', NULL), 'n:' || (OLD.created_at / 604800000))) WHERE value IS NOT NULL
    UNION SELECT 'i:' || value FROM json_each(OLD.interests) UNION SELECT 'q:' || key || ':' || value FROM json_each(OLD.answers)) t);
  INSERT INTO profile_bits (pool, gender, term, country, block, w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, w20, w21, w22, w23, w24, w25, w26, w27, w28, w29, w30, w31, w32, w33, w34, w35, w36, w37, w38, w39, w40, w41, w42, w43, w44, w45, w46, w47, w48, w49, w50, w51, w52, w53, w54, w55, w56, w57, w58, w59, w60, w61, w62, w63)
  SELECT NEW.pool, NEW.gender, t.term, NEW.country, NEW.slot / 4096, iif(NEW.slot % 4096 / 64 = 0, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 1, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 2, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 3, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 4, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 5, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 6, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 7, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 8, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 9, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 10, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 11, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 12, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 13, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 14, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 15, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 16, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 17, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 18, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 19, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 20, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 21, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 22, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 23, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 24, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 25, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 26, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 27, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 28, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 29, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 30, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 31, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 32, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 33, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 34, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 35, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 36, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 37, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 38, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 39, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 40, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 41, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 42, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 43, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 44, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 45, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 46, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 47, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 48, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 49, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 50, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 51, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 52, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 53, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 54, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 55, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 56, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 57, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 58, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 59, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 60, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 61, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 62, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 63, 1 << (NEW.slot % 64), 0)
  FROM (SELECT value AS term FROM json_each(json_array('*', 'r:' || NEW.region, 'y:' || (substr(NEW.birth_date, 1, 4) / 5 * 5), 'sexuality:' || NEW.sexuality, 'hair:' || NEW.hair, 'eyes:' || NEW.eyes, 'body:' || NEW.body, 'relationship:' || NEW.relationship, 'tattoos:' || NEW.tattoos, 'reason:' || NEW.reason, 'smoking:' || NEW.smoking, iif(NEW.cell > 0, 'g:' || (NEW.cell / 36000 / 100 * 360 + NEW.cell % 36000 / 100), NULL), iif(NEW.has_photo, 'photo', NULL), iif(NEW.photo_checked, 'checked', NULL), iif(NEW.verified, 'verified', NULL), iif(NEW.shown_to_visitors, 'open', NULL), 'n:' || (NEW.created_at / 604800000))) WHERE value IS NOT NULL
    UNION SELECT 'i:' || value FROM json_each(NEW.interests) UNION SELECT 'q:' || key || ':' || value FROM json_each(NEW.answers)) t WHERE NEW.status = 'active' AND NEW.slot = OLD.slot AND OLD.pool = NEW.pool AND OLD.gender = NEW.gender AND OLD.country = NEW.country
  ON CONFLICT DO UPDATE SET w0 = w0 | excluded.w0, w1 = w1 | excluded.w1, w2 = w2 | excluded.w2, w3 = w3 | excluded.w3, w4 = w4 | excluded.w4, w5 = w5 | excluded.w5, w6 = w6 | excluded.w6, w7 = w7 | excluded.w7, w8 = w8 | excluded.w8, w9 = w9 | excluded.w9, w10 = w10 | excluded.w10, w11 = w11 | excluded.w11, w12 = w12 | excluded.w12, w13 = w13 | excluded.w13, w14 = w14 | excluded.w14, w15 = w15 | excluded.w15, w16 = w16 | excluded.w16, w17 = w17 | excluded.w17, w18 = w18 | excluded.w18, w19 = w19 | excluded.w19, w20 = w20 | excluded.w20, w21 = w21 | excluded.w21, w22 = w22 | excluded.w22, w23 = w23 | excluded.w23, w24 = w24 | excluded.w24, w25 = w25 | excluded.w25, w26 = w26 | excluded.w26, w27 = w27 | excluded.w27, w28 = w28 | excluded.w28, w29 = w29 | excluded.w29, w30 = w30 | excluded.w30, w31 = w31 | excluded.w31, w32 = w32 | excluded.w32, w33 = w33 | excluded.w33, w34 = w34 | excluded.w34, w35 = w35 | excluded.w35, w36 = w36 | excluded.w36, w37 = w37 | excluded.w37, w38 = w38 | excluded.w38, w39 = w39 | excluded.w39, w40 = w40 | excluded.w40, w41 = w41 | excluded.w41, w42 = w42 | excluded.w42, w43 = w43 | excluded.w43, w44 = w44 | excluded.w44, w45 = w45 | excluded.w45, w46 = w46 | excluded.w46, w47 = w47 | excluded.w47, w48 = w48 | excluded.w48, w49 = w49 | excluded.w49, w50 = w50 | excluded.w50, w51 = w51 | excluded.w51, w52 = w52 | excluded.w52, w53 = w53 | excluded.w53, w54 = w54 | excluded.w54, w55 = w55 | excluded.w55, w56 = w56 | excluded.w56, w57 = w57 | excluded.w57, w58 = w58 | excluded.w58, w59 = w59 | excluded.w59, w60 = w60 | excluded.w60, w61 = w61 | excluded.w61, w62 = w62 | excluded.w62, w63 = w63 | excluded.w63;
  UPDATE profiles SET slot = (SELECT coalesce(max(p.slot), -1) + 1 FROM profiles p
    WHERE p.pool = NEW.pool AND p.gender = NEW.gender AND p.country = NEW.country)
  WHERE id = NEW.id AND (OLD.pool <> NEW.pool OR OLD.gender <> NEW.gender OR OLD.country <> NEW.country);
END;
--> statement-breakpoint
CREATE TRIGGER work_of_desk_gone AFTER DELETE ON conversations BEGIN
  DELETE FROM work_items WHERE kind = 'desk' AND object_id = OLD.id AND state IN ('waiting', 'decided');
END;
--> statement-breakpoint
CREATE TRIGGER chat_photos_ended AFTER DELETE ON conversations BEGIN
  UPDATE chat_photos SET status = 'gone' WHERE conversation_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER work_of_desk_goodbye AFTER UPDATE OF goodbye_at ON conversations WHEN NEW.goodbye_at IS NOT NULL BEGIN
  DELETE FROM work_items WHERE kind = 'desk' AND object_id = NEW.id AND state IN ('waiting', 'decided');
END;
--> statement-breakpoint
CREATE TRIGGER fictional_stays BEFORE UPDATE OF fictional ON profiles WHEN OLD.fictional = 1 AND NEW.fictional = 0 BEGIN
  SELECT RAISE(ABORT, 'a fictional profile stays one');
END;
