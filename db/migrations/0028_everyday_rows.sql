DROP TRIGGER work_of_report_done;
--> statement-breakpoint
DROP TRIGGER work_of_complaint_done;
--> statement-breakpoint
DROP TRIGGER work_of_photo;
--> statement-breakpoint
DROP TRIGGER work_of_photo_done;
--> statement-breakpoint
DROP TRIGGER work_of_photo_gone;
--> statement-breakpoint
DROP TRIGGER work_of_chat_photo;
--> statement-breakpoint
DROP TRIGGER work_of_chat_photo_done;
--> statement-breakpoint
DROP TRIGGER work_of_chat_photo_gone;
--> statement-breakpoint
DROP TRIGGER work_of_report;
--> statement-breakpoint
DROP TRIGGER work_of_verification;
--> statement-breakpoint
DROP TRIGGER work_of_verification_done;
--> statement-breakpoint
DROP TRIGGER work_of_verification_gone;
--> statement-breakpoint
DROP TRIGGER work_score;
--> statement-breakpoint
DROP TRIGGER work_of_text;
--> statement-breakpoint
DROP TRIGGER work_of_text_gone;
--> statement-breakpoint
DROP TRIGGER work_of_proposal_done;
--> statement-breakpoint
DROP TRIGGER figures_of_like;
--> statement-breakpoint
DROP TRIGGER news_like;
--> statement-breakpoint
DROP TRIGGER likes_match;
--> statement-breakpoint
DROP TRIGGER likes_new_insert;
--> statement-breakpoint
DROP TRIGGER figures_of_work;
--> statement-breakpoint
DROP TRIGGER news_match;
--> statement-breakpoint
DROP TRIGGER likes_new_update;
--> statement-breakpoint
DROP TRIGGER likes_unmatch;
--> statement-breakpoint
DROP TRIGGER likes_new_delete;
--> statement-breakpoint
DROP TRIGGER likes_gone;
--> statement-breakpoint
DROP TRIGGER signals_score;
--> statement-breakpoint
DROP TRIGGER conversations_reopen;
--> statement-breakpoint
DROP TRIGGER news_photo_request;
--> statement-breakpoint
DROP TRIGGER news_photo_grant;
--> statement-breakpoint
DROP TRIGGER work_of_withdrawal;
--> statement-breakpoint
DROP TRIGGER work_of_withdrawal_done;
--> statement-breakpoint
DROP TRIGGER work_of_complaint;
--> statement-breakpoint
DROP TRIGGER likes_hide;
--> statement-breakpoint
DROP TRIGGER likes_show;
--> statement-breakpoint
DROP TRIGGER news_message;
--> statement-breakpoint
DROP TRIGGER work_of_age_check;
--> statement-breakpoint
DROP TRIGGER work_of_age_check_done;
--> statement-breakpoint
DROP TRIGGER work_of_age_check_gone;
--> statement-breakpoint
DROP INDEX `sessions_expires`;
--> statement-breakpoint
DROP INDEX `photo_hashes_decision`;
--> statement-breakpoint
DROP INDEX `photo_hashes_chat_photo`;
--> statement-breakpoint
CREATE INDEX `photo_hashes_decision` ON `photo_hashes` (`decision_id`) WHERE decision_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `photo_hashes_chat_photo` ON `photo_hashes` (`chat_photo_id`) WHERE chat_photo_id IS NOT NULL;
--> statement-breakpoint
ALTER TABLE `profiles` ADD `away_at` integer;
--> statement-breakpoint
CREATE TABLE `__new_likes` (
	`id` integer PRIMARY KEY NOT NULL,
	`liker_id` text NOT NULL,
	`liked_id` text NOT NULL,
	`is_new` integer DEFAULT true NOT NULL,
	`matched_at` integer,
	`announced_at` integer,
	`created_at` integer NOT NULL,
	`target` text,
	FOREIGN KEY (`liker_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`liked_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_oneself" CHECK("__new_likes"."liker_id" <> "__new_likes"."liked_id")
);
--> statement-breakpoint
INSERT INTO `__new_likes` (`liker_id`, `liked_id`, `is_new`, `matched_at`, `announced_at`, `created_at`, `target`) SELECT `liker_id`, `liked_id`, `is_new`, `matched_at`, `announced_at`, `created_at`, `target` FROM `likes` ORDER BY `created_at`;
--> statement-breakpoint
DROP TABLE `likes`;
--> statement-breakpoint
ALTER TABLE `__new_likes` RENAME TO `likes`;
--> statement-breakpoint
CREATE UNIQUE INDEX `likes_pair` ON `likes` (`liker_id`,`liked_id`);
--> statement-breakpoint
CREATE INDEX `likes_sent` ON `likes` (`liker_id`,`created_at`,`liked_id`);
--> statement-breakpoint
CREATE INDEX `likes_received` ON `likes` (`liked_id`,`is_new`,`created_at`,`liker_id`);
--> statement-breakpoint
CREATE INDEX `likes_matched` ON `likes` (`liked_id`,`matched_at`,`liker_id`) WHERE matched_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `likes_unannounced` ON `likes` (`liked_id`,`created_at`,`liker_id`) WHERE announced_at IS NULL AND is_new = 1;
--> statement-breakpoint
CREATE TABLE `__new_swipes` (
	`member_id` text NOT NULL,
	`profile_id` text NOT NULL,
	`liked` integer NOT NULL,
	`at` integer NOT NULL,
	`undone_at` integer,
	PRIMARY KEY(`member_id`, `profile_id`, `at`),
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_swipes` (`member_id`, `profile_id`, `liked`, `at`, `undone_at`) SELECT `member_id`, `profile_id`, `liked`, `at`, `undone_at` FROM `swipes`;
--> statement-breakpoint
DROP TABLE `swipes`;
--> statement-breakpoint
ALTER TABLE `__new_swipes` RENAME TO `swipes`;
--> statement-breakpoint
CREATE INDEX `swipes_member` ON `swipes` (`member_id`,`at`,`liked`);
--> statement-breakpoint
CREATE INDEX `swipes_profile` ON `swipes` (`profile_id`);
--> statement-breakpoint
CREATE TABLE `__new_visits` (
	`visited_id` text NOT NULL,
	`visitor_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`visited_id`, `visitor_id`),
	FOREIGN KEY (`visited_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`visitor_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_own_visit" CHECK("__new_visits"."visited_id" <> "__new_visits"."visitor_id")
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_visits` (`visited_id`, `visitor_id`, `at`) SELECT `visited_id`, `visitor_id`, `at` FROM `visits`;
--> statement-breakpoint
DROP TABLE `visits`;
--> statement-breakpoint
ALTER TABLE `__new_visits` RENAME TO `visits`;
--> statement-breakpoint
CREATE INDEX `visits_list` ON `visits` (`visited_id`,`at`,`visitor_id`);
--> statement-breakpoint
CREATE INDEX `visits_visitor` ON `visits` (`visitor_id`);
--> statement-breakpoint
CREATE TABLE `__new_news` (
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `kind`, `subject`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_news` (`account_id`, `kind`, `subject`, `at`, `due_at`) SELECT `account_id`, `kind`, `subject`, `at`, `due_at` FROM `news`;
--> statement-breakpoint
DROP TABLE `news`;
--> statement-breakpoint
ALTER TABLE `__new_news` RENAME TO `news`;
--> statement-breakpoint
CREATE INDEX `news_due` ON `news` (`due_at`);
--> statement-breakpoint
CREATE TABLE `__new_notified` (
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `kind`, `subject`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_notified` (`account_id`, `kind`, `subject`, `at`) SELECT `account_id`, `kind`, `subject`, `at` FROM `notified`;
--> statement-breakpoint
DROP TABLE `notified`;
--> statement-breakpoint
ALTER TABLE `__new_notified` RENAME TO `notified`;
--> statement-breakpoint
CREATE INDEX `notified_at` ON `notified` (`at`);
--> statement-breakpoint
CREATE TABLE `__new_work_items` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`object_id` text NOT NULL,
	`member_id` text,
	`domain_id` text NOT NULL,
	`pool` text NOT NULL,
	`score` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`leased_by` text,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`not_by` text,
	`decision` text,
	`reason` text,
	`decided_by` text,
	`decided_at` integer,
	`effect_at` integer,
	`words` text
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_work_items` (`id`, `kind`, `object_id`, `member_id`, `domain_id`, `pool`, `score`, `created_at`, `due_at`, `state`, `leased_by`, `leased_until`, `not_by`, `decision`, `reason`, `decided_by`, `decided_at`, `effect_at`, `words`) SELECT `id`, `kind`, `object_id`, `member_id`, `domain_id`, `pool`, `score`, `created_at`, `due_at`, `state`, `leased_by`, `leased_until`, `not_by`, `decision`, `reason`, `decided_by`, `decided_at`, `effect_at`, `words` FROM `work_items`;
--> statement-breakpoint
DROP TABLE `work_items`;
--> statement-breakpoint
ALTER TABLE `__new_work_items` RENAME TO `work_items`;
--> statement-breakpoint
CREATE UNIQUE INDEX `work_items_object` ON `work_items` (`kind`,`object_id`) WHERE state <> 'done';
--> statement-breakpoint
CREATE INDEX `work_items_waiting` ON `work_items` (`kind`,"score" desc,`created_at`,`id`) WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX `work_items_due` ON `work_items` (`kind`,`due_at`) WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX `work_items_effect` ON `work_items` (`effect_at`) WHERE state IN ('decided', 'leaving');
--> statement-breakpoint
CREATE INDEX `work_items_lease` ON `work_items` (`leased_by`,`kind`) WHERE leased_by IS NOT NULL AND state <> 'done';
--> statement-breakpoint
CREATE INDEX `work_items_member` ON `work_items` (`member_id`);
--> statement-breakpoint
INSERT INTO `sweeps` (`name`, `at`, `steady_since`, `place`) SELECT 'likes', 0, 0, max(`id`) FROM `likes` WHERE true HAVING max(`id`) IS NOT NULL;
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
DROP TRIGGER profiles_verified_photo;
--> statement-breakpoint
DROP TRIGGER photo_hashes_chat_erased;
--> statement-breakpoint
DROP TRIGGER chat_photos_changed;
--> statement-breakpoint
DROP TRIGGER webhooks_report_made_7;
--> statement-breakpoint
DROP TRIGGER messages_oldest;
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
CREATE TRIGGER work_of_report_done AFTER UPDATE OF status ON reports WHEN NEW.status = 'decided' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'report' AND object_id = NEW.id AND state = 'waiting';
END;
--> statement-breakpoint
CREATE TRIGGER work_of_complaint_done AFTER UPDATE OF answered_at, closed_at ON complaints
WHEN NEW.answered_at IS NOT NULL OR NEW.closed_at IS NOT NULL BEGIN
  UPDATE work_items SET state = 'done', words = NULL WHERE kind = 'complaint' AND object_id = NEW.id AND state = 'waiting';
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
CREATE TRIGGER webhooks_report_made_7 AFTER INSERT ON reports
WHEN NEW.status = 'open' BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, 'report.made', NEW.domain_id, NEW.reported_id, NEW.id, NEW.created_at, NEW.created_at
  FROM webhooks w
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = NEW.domain_id) AND instr(w.events, '"report.made"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = NEW.domain_id);
END;
--> statement-breakpoint
CREATE TRIGGER work_of_complaint AFTER INSERT ON complaints WHEN NEW.answered_at IS NULL AND NEW.closed_at IS NULL BEGIN
  INSERT INTO work_items (id, kind, object_id, domain_id, pool, score, created_at, due_at)
  VALUES (lower(hex(randomblob(10))), 'complaint', NEW.id, NEW.domain_id,
    coalesce((SELECT pool FROM domains WHERE id = NEW.domain_id), NEW.domain_id),
    CASE NEW.kind WHEN 'intimate_picture' THEN 200 WHEN 'illegal_content' THEN 100 ELSE 0 END, NEW.created_at, NEW.created_at
      + CASE NEW.kind WHEN 'intimate_picture' THEN 172800000 WHEN 'illegal_content' THEN 86400000 ELSE 1209600000 END);
END;
--> statement-breakpoint
CREATE TRIGGER work_of_withdrawal AFTER INSERT ON withdrawals WHEN NEW.status = 'waiting' BEGIN
  INSERT INTO work_items (id, kind, object_id, domain_id, pool, created_at, due_at)
  VALUES (lower(hex(randomblob(10))), 'withdrawal', NEW.id, NEW.domain_id,
    coalesce((SELECT pool FROM domains WHERE id = NEW.domain_id), NEW.domain_id), NEW.created_at, NEW.created_at + 1209600000);
END;
--> statement-breakpoint
CREATE TRIGGER work_of_withdrawal_done AFTER UPDATE OF status ON withdrawals WHEN NEW.status <> 'waiting' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'withdrawal' AND object_id = NEW.id AND state = 'waiting';
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
CREATE TRIGGER work_of_age_check AFTER INSERT ON age_checks WHEN NEW.status = 'waiting' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, not_by, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'age', NEW.id, a.id, NEW.domain_id, a.pool,
    (SELECT s.id FROM staff_members s WHERE s.email = a.email), NEW.sent_at, NEW.sent_at + 86400000
  FROM accounts a WHERE a.id = NEW.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER work_of_age_check_done AFTER UPDATE OF status ON age_checks WHEN NEW.status <> 'waiting' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'age' AND object_id = NEW.id AND state = 'waiting';
END;
--> statement-breakpoint
CREATE TRIGGER work_of_age_check_gone AFTER DELETE ON age_checks BEGIN
  DELETE FROM work_items WHERE kind = 'age' AND object_id = OLD.id AND state IN ('waiting', 'decided');
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
CREATE TRIGGER news_message AFTER INSERT ON messages WHEN NEW.type <> 'system' BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  SELECT iif(member_a = NEW.sender_id, member_b, member_a), 'message', NEW.conversation_id, NEW.created_at, NEW.created_at + 600000
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
CREATE TRIGGER figures_of_work AFTER UPDATE OF state ON work_items
WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.decided_at > NEW.created_at AND NEW.kind <> 'member' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  SELECT NEW.domain_id, NEW.decided_at / 86400000, f.key, NEW.kind, f.value
  FROM json_each(json_object('decided', 1, 'late', NEW.decided_at > NEW.due_at, 'waited', NEW.decided_at - NEW.created_at)) f
  WHERE f.value > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER news_photo_request AFTER INSERT ON photo_grants WHEN NEW.status = 'requested' BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  VALUES (NEW.owner_id, 'photo_request', NEW.member_id, NEW.at, NEW.at + 600000)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER news_photo_grant AFTER UPDATE OF status ON photo_grants
WHEN NEW.status <> OLD.status AND NEW.status IN ('requested', 'granted') BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  VALUES (iif(NEW.status = 'requested', NEW.owner_id, NEW.member_id), iif(NEW.status = 'requested', 'photo_request', 'photo_answer'),
    iif(NEW.status = 'requested', NEW.member_id, NEW.owner_id), NEW.at, NEW.at + 600000)
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
CREATE TRIGGER likes_unmatch AFTER DELETE ON likes WHEN OLD.matched_at IS NOT NULL BEGIN
  UPDATE likes SET matched_at = NULL WHERE liker_id = OLD.liked_id AND liked_id = OLD.liker_id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_new_delete AFTER DELETE ON likes
WHEN OLD.is_new = 1 AND EXISTS (SELECT 1 FROM profiles WHERE id = OLD.liker_id AND status = 'active') BEGIN
  UPDATE accounts SET new_likes = new_likes - 1 WHERE id = OLD.liked_id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_newest_gone AFTER DELETE ON likes WHEN NOT EXISTS (SELECT 1 FROM likes WHERE id > OLD.id) BEGIN
  UPDATE sweeps SET place = (SELECT coalesce(max(id), 0) FROM likes) WHERE name = 'likes' AND place >= OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_new_update AFTER UPDATE OF is_new ON likes
WHEN NEW.is_new <> OLD.is_new AND EXISTS (SELECT 1 FROM profiles WHERE id = NEW.liker_id AND status = 'active') BEGIN
  UPDATE accounts SET new_likes = new_likes + NEW.is_new - OLD.is_new WHERE id = NEW.liked_id;
END;
--> statement-breakpoint
CREATE TRIGGER conversations_reopen AFTER UPDATE OF matched_at ON likes WHEN OLD.matched_at IS NULL AND NEW.matched_at IS NOT NULL BEGIN
  UPDATE conversations SET goodbye_at = NULL, goodbye_by = NULL, goodbye_line = NULL
  WHERE member_a = min(NEW.liker_id, NEW.liked_id) AND member_b = max(NEW.liker_id, NEW.liked_id) AND goodbye_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER likes_gone BEFORE DELETE ON profiles WHEN OLD.status = 'active' BEGIN
  UPDATE accounts SET new_likes = new_likes - 1 WHERE id IN (SELECT liked_id FROM likes WHERE liker_id = OLD.id AND is_new = 1);
END;
--> statement-breakpoint
CREATE TRIGGER signals_score AFTER UPDATE OF score ON signals WHEN NEW.score <> OLD.score BEGIN
  UPDATE accounts SET caution = NEW.score WHERE id = NEW.member_id;
  UPDATE work_items SET score = score + NEW.score - OLD.score
  WHERE member_id = NEW.member_id AND kind IN ('report', 'photo', 'text') AND state = 'waiting';
END;
