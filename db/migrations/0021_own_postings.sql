DROP TRIGGER chat_photos_changed;
--> statement-breakpoint
DROP TRIGGER figures_of_message;
--> statement-breakpoint
DROP TRIGGER news_message;
--> statement-breakpoint
DROP TRIGGER messages_last_seq;
--> statement-breakpoint
DROP TRIGGER messages_oldest;
--> statement-breakpoint
DROP TRIGGER payments_completed;
--> statement-breakpoint
DROP TRIGGER refunds_failed;
--> statement-breakpoint
DROP TRIGGER ledger_no_update;
--> statement-breakpoint
DROP TRIGGER ledger_no_delete;
--> statement-breakpoint
DROP TRIGGER ledger_entry;
--> statement-breakpoint
DROP TRIGGER postings_lot;
--> statement-breakpoint
DROP TRIGGER postings_no_update;
--> statement-breakpoint
DROP TRIGGER postings_no_delete;
--> statement-breakpoint
DROP TRIGGER lots_no_update;
--> statement-breakpoint
DROP TRIGGER lots_no_delete;
--> statement-breakpoint
DROP TRIGGER refunds_requested;
--> statement-breakpoint
DROP TRIGGER messages_seq;
--> statement-breakpoint
DROP TRIGGER messages_changed_for_sender;
--> statement-breakpoint
DROP TRIGGER messages_changed_for_receiver;
--> statement-breakpoint
DROP TRIGGER payments_reversed;
--> statement-breakpoint
DROP TRIGGER imported_arrival;
--> statement-breakpoint
CREATE TABLE `__new_ledger` (
	`id` integer PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`amount` integer NOT NULL,
	`kind` text NOT NULL,
	`cause` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`lot_id` integer,
	`reverses_id` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `__new_lots` (
	`id` integer PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`entry_id` integer,
	`payment_id` text,
	`credits` integer NOT NULL,
	`remaining` integer NOT NULL,
	`open` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`entry_id`) REFERENCES `__new_ledger`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lot_not_empty" CHECK("__new_lots"."credits" > 0),
	CONSTRAINT "lot_covered" CHECK("__new_lots"."remaining" BETWEEN 0 AND "__new_lots"."credits"),
	CONSTRAINT "lot_open" CHECK("__new_lots"."open" = 1 OR ("__new_lots"."open" = 0 AND "__new_lots"."remaining" = 0))
);
--> statement-breakpoint
CREATE TABLE `__new_postings` (
	`entry_id` integer NOT NULL,
	`lot_id` integer NOT NULL,
	`debit` text NOT NULL,
	`credit` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`entry_id`, `lot_id`),
	FOREIGN KEY (`entry_id`) REFERENCES `__new_ledger`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lot_id`) REFERENCES `__new_lots`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "posting_positive" CHECK("__new_postings"."amount" > 0),
	CONSTRAINT "posting_of_member" CHECK(("__new_postings"."debit" = 'member') <> ("__new_postings"."credit" = 'member'))
);
--> statement-breakpoint
CREATE TABLE `__new_messages` (
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`id` text NOT NULL,
	`client_id` text NOT NULL,
	`sender_id` text NOT NULL,
	`type` text NOT NULL,
	`text` text NOT NULL,
	`price` integer NOT NULL,
	`created_at` integer NOT NULL,
	`delivered_at` integer,
	`read_at` integer,
	`reply_to` integer,
	`edited_at` integer,
	`sender_reaction` text,
	`receiver_reaction` text,
	`hidden_from_sender` integer DEFAULT false NOT NULL,
	`hidden_from_receiver` integer DEFAULT false NOT NULL,
	`sender_changed` integer,
	`receiver_changed` integer,
	PRIMARY KEY(`conversation_id`, `seq`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "price_not_negative" CHECK("__new_messages"."price" >= 0),
	CONSTRAINT "reply_to_earlier" CHECK("__new_messages"."reply_to" BETWEEN 1 AND "__new_messages"."seq" - 1),
	CONSTRAINT "edited_text" CHECK("__new_messages"."edited_at" IS NULL OR ("__new_messages"."type" = 'text' AND "__new_messages"."edited_at" >= "__new_messages"."created_at")),
	CONSTRAINT "sender_reaction_known" CHECK("__new_messages"."sender_reaction" IN ('heart', 'kiss', 'laugh', 'wow', 'fire', 'thumbs_up')),
	CONSTRAINT "receiver_reaction_known" CHECK("__new_messages"."receiver_reaction" IN ('heart', 'kiss', 'laugh', 'wow', 'fire', 'thumbs_up')),
	CONSTRAINT "hidden_from_sender_flag" CHECK("__new_messages"."hidden_from_sender" IN (0, 1)),
	CONSTRAINT "hidden_from_receiver_flag" CHECK("__new_messages"."hidden_from_receiver" IN (0, 1))
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_ledger` (`id`, `account_id`, `amount`, `kind`, `cause`, `idempotency_key`, `created_at`, `lot_id`, `reverses_id`) SELECT `id`, `account_id`, `amount`, `kind`, `cause`, `idempotency_key`, `created_at`, `lot_id`, `reverses_id` FROM `ledger`;
--> statement-breakpoint
INSERT INTO `__new_lots` (`id`, `account_id`, `entry_id`, `payment_id`, `credits`, `remaining`, `open`, `created_at`) SELECT `id`, `account_id`, `entry_id`, `payment_id`, `credits`, `remaining`, `remaining` > 0, `created_at` FROM `lots`;
--> statement-breakpoint
INSERT INTO `__new_postings` (`entry_id`, `lot_id`, `debit`, `credit`, `amount`) SELECT `entry_id`, `lot_id`, `debit`, `credit`, `amount` FROM `postings`;
--> statement-breakpoint
INSERT INTO `__new_messages` (`conversation_id`, `seq`, `id`, `client_id`, `sender_id`, `type`, `text`, `price`, `created_at`, `delivered_at`, `read_at`, `reply_to`, `edited_at`, `sender_reaction`, `receiver_reaction`, `hidden_from_sender`, `hidden_from_receiver`, `sender_changed`, `receiver_changed`) SELECT `conversation_id`, `seq`, `id`, `client_id`, `sender_id`, `type`, `text`, `price`, `created_at`, `delivered_at`, `read_at`, `reply_to`, `edited_at`, `sender_reaction`, `receiver_reaction`, `hidden_from_sender`, `hidden_from_receiver`, `sender_changed`, `receiver_changed` FROM `messages`;
--> statement-breakpoint
DROP TABLE `messages`;
--> statement-breakpoint
DROP TABLE `postings`;
--> statement-breakpoint
DROP TABLE `lots`;
--> statement-breakpoint
DROP TABLE `ledger`;
--> statement-breakpoint
ALTER TABLE `__new_ledger` RENAME TO `ledger`;
--> statement-breakpoint
ALTER TABLE `__new_lots` RENAME TO `lots`;
--> statement-breakpoint
ALTER TABLE `__new_postings` RENAME TO `postings`;
--> statement-breakpoint
ALTER TABLE `__new_messages` RENAME TO `messages`;
--> statement-breakpoint
INSERT INTO `sweeps` (`name`, `at`, `steady_since`, `place`) SELECT 'figures of messages', 0, 0, max(`id`) FROM `ledger` WHERE true HAVING max(`id`) IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_key` ON `ledger` (`account_id`,`idempotency_key`);
--> statement-breakpoint
CREATE INDEX `ledger_account` ON `ledger` (`account_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_reverses` ON `ledger` (`reverses_id`) WHERE reverses_id IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `lots_entry` ON `lots` (`entry_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `lots_payment` ON `lots` (`payment_id`);
--> statement-breakpoint
CREATE INDEX `lots_open` ON `lots` (`account_id`,`id`) WHERE open = 1;
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client_id` ON `messages` (`sender_id`,`client_id`);
--> statement-breakpoint
CREATE INDEX `messages_sender_changed` ON `messages` (`conversation_id`,`sender_changed`) WHERE sender_changed IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `messages_receiver_changed` ON `messages` (`conversation_id`,`receiver_changed`) WHERE receiver_changed IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `messages_hidden` ON `messages` (`conversation_id`) WHERE hidden_from_sender = 1 OR hidden_from_receiver = 1;
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
DROP TRIGGER payments_ended;
--> statement-breakpoint
DROP TRIGGER refund_proposals_reversed;
--> statement-breakpoint
DROP TRIGGER refund_proposals_superseded;
--> statement-breakpoint
CREATE TRIGGER imported_arrival AFTER UPDATE OF status ON profiles
WHEN OLD.status = 'disabled' AND NEW.status IN ('active', 'hidden') AND EXISTS (SELECT 1 FROM imported WHERE account_id = NEW.id) BEGIN
  UPDATE imported SET arrived_at = NEW.created_at WHERE account_id = NEW.id AND arrived_at IS NULL;
  UPDATE participants SET listed = 1, unread = (SELECT count(*) FROM messages WHERE messages.conversation_id = participants.conversation_id
      AND messages.seq > participants.read_seq AND messages.sender_id = participants.other_id)
  WHERE listed = 0 AND conversation_id IN (SELECT id FROM conversations WHERE member_a = NEW.id
      UNION ALL SELECT id FROM conversations WHERE member_b = NEW.id)
    AND EXISTS (SELECT 1 FROM profiles WHERE profiles.id = iif(participants.member_id = NEW.id, participants.other_id, participants.member_id)
      AND profiles.status IN ('active', 'hidden'));
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
CREATE TRIGGER chat_photos_changed AFTER UPDATE OF status ON chat_photos WHEN NEW.status IS NOT OLD.status BEGIN
  UPDATE participants SET changes = changes + 1 WHERE conversation_id = NEW.conversation_id;
  UPDATE messages SET
    sender_changed = (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id),
    receiver_changed = (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id)
  WHERE conversation_id = NEW.conversation_id AND seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_message AFTER INSERT ON messages WHEN NEW.type <> 'system' AND NEW.price = 0 BEGIN
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
    SELECT sum(spent) AS spent FROM (
      SELECT iif(p.credit = 'member', -p.amount, p.amount) AS spent
      FROM ledger e CROSS JOIN postings p ON p.entry_id = e.id CROSS JOIN lots l ON l.id = p.lot_id
      WHERE e.account_id = NEW.account_id AND l.payment_id = NEW.id AND 'revenue' IN (p.debit, p.credit)
      UNION ALL SELECT -e.amount FROM ledger e CROSS JOIN lots l ON l.id = e.lot_id
      WHERE e.account_id = NEW.account_id AND l.payment_id = NEW.id AND e.kind IN ('message', 'gift', 'photos', 'icebreaker')
    )) WHERE spent > 0;
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
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_spent AFTER INSERT ON ledger
WHEN NEW.lot_id IS NOT NULL AND NEW.kind IN ('message', 'gift', 'photos', 'icebreaker') BEGIN
  SELECT RAISE(ABORT, 'debt is open') FROM accounts WHERE id = NEW.account_id AND debt > 0;
  SELECT RAISE(ABORT, 'a spending is a debit') WHERE NEW.amount >= 0 OR NEW.reverses_id IS NOT NULL;
  -- First: the CHECK on the balance names an uncovered debit.
  UPDATE accounts SET credits = credits + NEW.amount WHERE id = NEW.account_id;
  SELECT RAISE(ABORT, 'entry without lots')
  WHERE NOT EXISTS (SELECT 1 FROM lots WHERE id = NEW.lot_id AND account_id = NEW.account_id);
  SELECT RAISE(ABORT, 'an older lot has credits') FROM lots
  WHERE account_id = NEW.account_id AND open = 1 AND remaining > 0 AND id < NEW.lot_id;
  UPDATE lots SET remaining = remaining + NEW.amount WHERE id = NEW.lot_id;
  UPDATE lots SET open = 0 WHERE id = NEW.lot_id AND open = 1 AND remaining = 0;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_entry AFTER INSERT ON ledger
WHEN NEW.lot_id IS NULL OR NEW.kind NOT IN ('message', 'gift', 'photos', 'icebreaker') BEGIN
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
  SELECT NEW.id, lot_id, 'revenue', 'member', -amount FROM ledger
  WHERE id = NEW.reverses_id AND account_id = NEW.account_id AND lot_id IS NOT NULL
    AND kind IN ('message', 'gift', 'photos', 'icebreaker');
  INSERT INTO postings (entry_id, lot_id, debit, credit, amount)
  SELECT NEW.id, id, 'member', iif(NEW.kind IN ('refund', 'chargeback'), 'refund', iif(NEW.kind = 'adjustment', 'bonus', 'revenue')), taken
  FROM (
    SELECT id, min(remaining, -NEW.amount - (sum(remaining) OVER (ORDER BY id) - remaining)) AS taken
    FROM lots WHERE account_id = NEW.account_id AND open = 1 AND remaining > 0 AND (NEW.lot_id IS NULL OR id = NEW.lot_id)
  ) WHERE NEW.amount < 0 AND taken > 0;
  SELECT RAISE(ABORT, 'entry without lots')
  WHERE NEW.amount <> (SELECT coalesce(sum(iif(credit = 'member', amount, -amount)), 0) FROM postings WHERE entry_id = NEW.id);
  INSERT INTO debts (account_id, payment_id, credits, created_at)
  SELECT NEW.account_id, NEW.cause, NEW.amount, NEW.created_at WHERE NEW.kind = 'debt';
END;
--> statement-breakpoint
CREATE TRIGGER postings_lot AFTER INSERT ON postings BEGIN
  UPDATE lots SET open = 1 WHERE id = NEW.lot_id AND open = 0 AND NEW.credit = 'member';
  UPDATE lots SET remaining = remaining + iif(NEW.credit = 'member', NEW.amount, -NEW.amount) WHERE id = NEW.lot_id;
  UPDATE lots SET open = 0 WHERE id = NEW.lot_id AND open = 1 AND remaining = 0;
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
CREATE TRIGGER messages_seq BEFORE INSERT ON messages
WHEN NEW.seq <> (SELECT last_seq + 1 FROM conversations WHERE id = NEW.conversation_id) BEGIN
  SELECT RAISE(ABORT, 'message seq out of order');
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
