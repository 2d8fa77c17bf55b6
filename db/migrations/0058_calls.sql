CREATE TABLE `call_lines` (
	`account_id` text PRIMARY KEY NOT NULL,
	`call_id` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`call_id`) REFERENCES `calls`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `call_lines_call` ON `call_lines` (`call_id`);--> statement-breakpoint
CREATE TABLE `calls` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`caller_id` text NOT NULL,
	`callee_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`client_id` text NOT NULL,
	`kind` text NOT NULL,
	`price_per` text NOT NULL,
	`price` integer NOT NULL,
	`caller_direct` integer DEFAULT false NOT NULL,
	`callee_direct` integer DEFAULT false NOT NULL,
	`first` integer DEFAULT false NOT NULL,
	`device` text,
	`paid` integer DEFAULT 0 NOT NULL,
	`asked_at` integer NOT NULL,
	`answered_at` integer,
	`alive_at` integer NOT NULL,
	`ended_at` integer,
	`ending` text,
	FOREIGN KEY (`caller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`callee_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "call_with_another" CHECK("calls"."caller_id" <> "calls"."callee_id"),
	CONSTRAINT "call_price" CHECK("calls"."price" >= 0 AND ("calls"."price_per" <> 'free' OR "calls"."price" = 0)),
	CONSTRAINT "call_paid" CHECK("calls"."paid" >= 0),
	CONSTRAINT "call_ended" CHECK(("calls"."ended_at" IS NULL) = ("calls"."ending" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calls_client_id` ON `calls` (`caller_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `calls_callee` ON `calls` (`callee_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `calls_open` ON `calls` (`alive_at`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `calls_ended` ON `calls` (`ended_at`) WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `calls_conversation` ON `calls` (`conversation_id`) WHERE ended_at IS NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `may_call` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `talked` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `preferences` ADD `calls_verified` integer DEFAULT false NOT NULL;
--> statement-breakpoint
DROP TRIGGER participants_name_update;
--> statement-breakpoint
DROP TRIGGER profile_bits_slot;
--> statement-breakpoint
DROP TRIGGER profile_bits_change;
--> statement-breakpoint
DROP TRIGGER figures_of_message;
--> statement-breakpoint
DROP TRIGGER messages_paid;
--> statement-breakpoint
DROP TRIGGER news_message;
--> statement-breakpoint
DROP TRIGGER messages_oldest;
--> statement-breakpoint
DROP TRIGGER sources_of_message;
--> statement-breakpoint
DROP TRIGGER payments_reversed;
--> statement-breakpoint
DROP TRIGGER refund_proposals_reversed;
--> statement-breakpoint
DROP TRIGGER sources_of_payment;
--> statement-breakpoint
DROP TRIGGER sources_of_reversal;
--> statement-breakpoint
DROP TRIGGER ledger_spent;
--> statement-breakpoint
DROP TRIGGER ledger_run;
--> statement-breakpoint
DROP TRIGGER ledger_entry;
--> statement-breakpoint
CREATE TRIGGER calls_departed AFTER UPDATE OF status ON profiles WHEN NEW.status IN ('deleted', 'disabled') AND OLD.status <> NEW.status BEGIN
  UPDATE calls SET ended_at = max(alive_at, asked_at), ending = 'gone'
  WHERE id = (SELECT call_id FROM call_lines WHERE account_id = NEW.id) AND ended_at IS NULL;
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
  FROM (SELECT value AS term FROM json_each(json_array('*', 'r:' || NEW.region, 'y:' || (substr(NEW.birth_date, 1, 4) / 5 * 5), 'sexuality:' || NEW.sexuality, 'hair:' || NEW.hair, 'eyes:' || NEW.eyes, 'body:' || NEW.body, 'relationship:' || NEW.relationship, 'tattoos:' || NEW.tattoos, 'reason:' || NEW.reason, 'smoking:' || NEW.smoking, 'children:' || NEW.children, 'wants_children:' || NEW.wants_children, 'drinking:' || NEW.drinking, 'education:' || NEW.education, 'work:' || NEW.work, 'pets:' || NEW.pets, 'sport:' || NEW.sport, 'religion:' || NEW.religion, 'diet:' || NEW.diet, 't:' || max(150, min(200, NEW.height / 10 * 10)), iif(NEW.cell > 0, 'g:' || (NEW.cell / 36000 / 100 * 360 + NEW.cell % 36000 / 100), NULL), iif(NEW.has_photo, 'photo', NULL), iif(NEW.photo_checked, 'checked', NULL), iif(NEW.verified, 'verified', NULL), iif(NEW.shown_to_visitors, 'open', NULL), 'n:' || (NEW.created_at / 604800000))) WHERE value IS NOT NULL
    UNION SELECT 'i:' || value FROM json_each(NEW.interests) UNION SELECT 'l:' || value FROM json_each(NEW.languages) UNION SELECT 'q:' || key || ':' || value FROM json_each(NEW.answers)) t WHERE true
  ON CONFLICT DO UPDATE SET w0 = w0 | excluded.w0, w1 = w1 | excluded.w1, w2 = w2 | excluded.w2, w3 = w3 | excluded.w3, w4 = w4 | excluded.w4, w5 = w5 | excluded.w5, w6 = w6 | excluded.w6, w7 = w7 | excluded.w7, w8 = w8 | excluded.w8, w9 = w9 | excluded.w9, w10 = w10 | excluded.w10, w11 = w11 | excluded.w11, w12 = w12 | excluded.w12, w13 = w13 | excluded.w13, w14 = w14 | excluded.w14, w15 = w15 | excluded.w15, w16 = w16 | excluded.w16, w17 = w17 | excluded.w17, w18 = w18 | excluded.w18, w19 = w19 | excluded.w19, w20 = w20 | excluded.w20, w21 = w21 | excluded.w21, w22 = w22 | excluded.w22, w23 = w23 | excluded.w23, w24 = w24 | excluded.w24, w25 = w25 | excluded.w25, w26 = w26 | excluded.w26, w27 = w27 | excluded.w27, w28 = w28 | excluded.w28, w29 = w29 | excluded.w29, w30 = w30 | excluded.w30, w31 = w31 | excluded.w31, w32 = w32 | excluded.w32, w33 = w33 | excluded.w33, w34 = w34 | excluded.w34, w35 = w35 | excluded.w35, w36 = w36 | excluded.w36, w37 = w37 | excluded.w37, w38 = w38 | excluded.w38, w39 = w39 | excluded.w39, w40 = w40 | excluded.w40, w41 = w41 | excluded.w41, w42 = w42 | excluded.w42, w43 = w43 | excluded.w43, w44 = w44 | excluded.w44, w45 = w45 | excluded.w45, w46 = w46 | excluded.w46, w47 = w47 | excluded.w47, w48 = w48 | excluded.w48, w49 = w49 | excluded.w49, w50 = w50 | excluded.w50, w51 = w51 | excluded.w51, w52 = w52 | excluded.w52, w53 = w53 | excluded.w53, w54 = w54 | excluded.w54, w55 = w55 | excluded.w55, w56 = w56 | excluded.w56, w57 = w57 | excluded.w57, w58 = w58 | excluded.w58, w59 = w59 | excluded.w59, w60 = w60 | excluded.w60, w61 = w61 | excluded.w61, w62 = w62 | excluded.w62, w63 = w63 | excluded.w63;
END;
--> statement-breakpoint
CREATE TRIGGER profile_bits_change AFTER UPDATE OF status, pool, gender, country, region, birth_date, sexuality, hair, eyes, body, relationship, tattoos, reason, smoking, children, wants_children, drinking, education, work, pets, sport, religion, diet, height, cell, has_photo, photo_checked, verified, shown_to_visitors, created_at, interests, languages, answers ON profiles
WHEN OLD.slot IS NOT NULL AND (OLD.status = 'active' OR NEW.status = 'active' OR OLD.pool <> NEW.pool OR OLD.gender <> NEW.gender OR OLD.country <> NEW.country) BEGIN
  UPDATE profile_bits SET w0 = w0 & ~iif(OLD.slot % 4096 / 64 = 0, 1 << (OLD.slot % 64), 0), w1 = w1 & ~iif(OLD.slot % 4096 / 64 = 1, 1 << (OLD.slot % 64), 0), w2 = w2 & ~iif(OLD.slot % 4096 / 64 = 2, 1 << (OLD.slot % 64), 0), w3 = w3 & ~iif(OLD.slot % 4096 / 64 = 3, 1 << (OLD.slot % 64), 0), w4 = w4 & ~iif(OLD.slot % 4096 / 64 = 4, 1 << (OLD.slot % 64), 0), w5 = w5 & ~iif(OLD.slot % 4096 / 64 = 5, 1 << (OLD.slot % 64), 0), w6 = w6 & ~iif(OLD.slot % 4096 / 64 = 6, 1 << (OLD.slot % 64), 0), w7 = w7 & ~iif(OLD.slot % 4096 / 64 = 7, 1 << (OLD.slot % 64), 0), w8 = w8 & ~iif(OLD.slot % 4096 / 64 = 8, 1 << (OLD.slot % 64), 0), w9 = w9 & ~iif(OLD.slot % 4096 / 64 = 9, 1 << (OLD.slot % 64), 0), w10 = w10 & ~iif(OLD.slot % 4096 / 64 = 10, 1 << (OLD.slot % 64), 0), w11 = w11 & ~iif(OLD.slot % 4096 / 64 = 11, 1 << (OLD.slot % 64), 0), w12 = w12 & ~iif(OLD.slot % 4096 / 64 = 12, 1 << (OLD.slot % 64), 0), w13 = w13 & ~iif(OLD.slot % 4096 / 64 = 13, 1 << (OLD.slot % 64), 0), w14 = w14 & ~iif(OLD.slot % 4096 / 64 = 14, 1 << (OLD.slot % 64), 0), w15 = w15 & ~iif(OLD.slot % 4096 / 64 = 15, 1 << (OLD.slot % 64), 0), w16 = w16 & ~iif(OLD.slot % 4096 / 64 = 16, 1 << (OLD.slot % 64), 0), w17 = w17 & ~iif(OLD.slot % 4096 / 64 = 17, 1 << (OLD.slot % 64), 0), w18 = w18 & ~iif(OLD.slot % 4096 / 64 = 18, 1 << (OLD.slot % 64), 0), w19 = w19 & ~iif(OLD.slot % 4096 / 64 = 19, 1 << (OLD.slot % 64), 0), w20 = w20 & ~iif(OLD.slot % 4096 / 64 = 20, 1 << (OLD.slot % 64), 0), w21 = w21 & ~iif(OLD.slot % 4096 / 64 = 21, 1 << (OLD.slot % 64), 0), w22 = w22 & ~iif(OLD.slot % 4096 / 64 = 22, 1 << (OLD.slot % 64), 0), w23 = w23 & ~iif(OLD.slot % 4096 / 64 = 23, 1 << (OLD.slot % 64), 0), w24 = w24 & ~iif(OLD.slot % 4096 / 64 = 24, 1 << (OLD.slot % 64), 0), w25 = w25 & ~iif(OLD.slot % 4096 / 64 = 25, 1 << (OLD.slot % 64), 0), w26 = w26 & ~iif(OLD.slot % 4096 / 64 = 26, 1 << (OLD.slot % 64), 0), w27 = w27 & ~iif(OLD.slot % 4096 / 64 = 27, 1 << (OLD.slot % 64), 0), w28 = w28 & ~iif(OLD.slot % 4096 / 64 = 28, 1 << (OLD.slot % 64), 0), w29 = w29 & ~iif(OLD.slot % 4096 / 64 = 29, 1 << (OLD.slot % 64), 0), w30 = w30 & ~iif(OLD.slot % 4096 / 64 = 30, 1 << (OLD.slot % 64), 0), w31 = w31 & ~iif(OLD.slot % 4096 / 64 = 31, 1 << (OLD.slot % 64), 0), w32 = w32 & ~iif(OLD.slot % 4096 / 64 = 32, 1 << (OLD.slot % 64), 0), w33 = w33 & ~iif(OLD.slot % 4096 / 64 = 33, 1 << (OLD.slot % 64), 0), w34 = w34 & ~iif(OLD.slot % 4096 / 64 = 34, 1 << (OLD.slot % 64), 0), w35 = w35 & ~iif(OLD.slot % 4096 / 64 = 35, 1 << (OLD.slot % 64), 0), w36 = w36 & ~iif(OLD.slot % 4096 / 64 = 36, 1 << (OLD.slot % 64), 0), w37 = w37 & ~iif(OLD.slot % 4096 / 64 = 37, 1 << (OLD.slot % 64), 0), w38 = w38 & ~iif(OLD.slot % 4096 / 64 = 38, 1 << (OLD.slot % 64), 0), w39 = w39 & ~iif(OLD.slot % 4096 / 64 = 39, 1 << (OLD.slot % 64), 0), w40 = w40 & ~iif(OLD.slot % 4096 / 64 = 40, 1 << (OLD.slot % 64), 0), w41 = w41 & ~iif(OLD.slot % 4096 / 64 = 41, 1 << (OLD.slot % 64), 0), w42 = w42 & ~iif(OLD.slot % 4096 / 64 = 42, 1 << (OLD.slot % 64), 0), w43 = w43 & ~iif(OLD.slot % 4096 / 64 = 43, 1 << (OLD.slot % 64), 0), w44 = w44 & ~iif(OLD.slot % 4096 / 64 = 44, 1 << (OLD.slot % 64), 0), w45 = w45 & ~iif(OLD.slot % 4096 / 64 = 45, 1 << (OLD.slot % 64), 0), w46 = w46 & ~iif(OLD.slot % 4096 / 64 = 46, 1 << (OLD.slot % 64), 0), w47 = w47 & ~iif(OLD.slot % 4096 / 64 = 47, 1 << (OLD.slot % 64), 0), w48 = w48 & ~iif(OLD.slot % 4096 / 64 = 48, 1 << (OLD.slot % 64), 0), w49 = w49 & ~iif(OLD.slot % 4096 / 64 = 49, 1 << (OLD.slot % 64), 0), w50 = w50 & ~iif(OLD.slot % 4096 / 64 = 50, 1 << (OLD.slot % 64), 0), w51 = w51 & ~iif(OLD.slot % 4096 / 64 = 51, 1 << (OLD.slot % 64), 0), w52 = w52 & ~iif(OLD.slot % 4096 / 64 = 52, 1 << (OLD.slot % 64), 0), w53 = w53 & ~iif(OLD.slot % 4096 / 64 = 53, 1 << (OLD.slot % 64), 0), w54 = w54 & ~iif(OLD.slot % 4096 / 64 = 54, 1 << (OLD.slot % 64), 0), w55 = w55 & ~iif(OLD.slot % 4096 / 64 = 55, 1 << (OLD.slot % 64), 0), w56 = w56 & ~iif(OLD.slot % 4096 / 64 = 56, 1 << (OLD.slot % 64), 0), w57 = w57 & ~iif(OLD.slot % 4096 / 64 = 57, 1 << (OLD.slot % 64), 0), w58 = w58 & ~iif(OLD.slot % 4096 / 64 = 58, 1 << (OLD.slot % 64), 0), w59 = w59 & ~iif(OLD.slot % 4096 / 64 = 59, 1 << (OLD.slot % 64), 0), w60 = w60 & ~iif(OLD.slot % 4096 / 64 = 60, 1 << (OLD.slot % 64), 0), w61 = w61 & ~iif(OLD.slot % 4096 / 64 = 61, 1 << (OLD.slot % 64), 0), w62 = w62 & ~iif(OLD.slot % 4096 / 64 = 62, 1 << (OLD.slot % 64), 0), w63 = w63 & ~iif(OLD.slot % 4096 / 64 = 63, 1 << (OLD.slot % 64), 0)
  WHERE pool = OLD.pool AND gender = OLD.gender AND country = OLD.country AND block = OLD.slot / 4096 AND OLD.status = 'active'
    AND term IN (SELECT term FROM (SELECT value AS term FROM json_each(json_array('*', 'r:' || OLD.region, 'y:' || (substr(OLD.birth_date, 1, 4) / 5 * 5), 'sexuality:' || OLD.sexuality, 'hair:' || OLD.hair, 'eyes:' || OLD.eyes, 'body:' || OLD.body, 'relationship:' || OLD.relationship, 'tattoos:' || OLD.tattoos, 'reason:' || OLD.reason, 'smoking:' || OLD.smoking, 'children:' || OLD.children, 'wants_children:' || OLD.wants_children, 'drinking:' || OLD.drinking, 'education:' || OLD.education, 'work:' || OLD.work, 'pets:' || OLD.pets, 'sport:' || OLD.sport, 'religion:' || OLD.religion, 'diet:' || OLD.diet, 't:' || max(150, min(200, OLD.height / 10 * 10)), iif(OLD.cell > 0, 'g:' || (OLD.cell / 36000 / 100 * 360 + OLD.cell % 36000 / 100), NULL), iif(OLD.has_photo, 'photo', NULL), iif(OLD.photo_checked, 'checked', NULL), iif(OLD.verified, 'verified', NULL), iif(OLD.shown_to_visitors, 'open', NULL), 'n:' || (OLD.created_at / 604800000))) WHERE value IS NOT NULL
    UNION SELECT 'i:' || value FROM json_each(OLD.interests) UNION SELECT 'l:' || value FROM json_each(OLD.languages) UNION SELECT 'q:' || key || ':' || value FROM json_each(OLD.answers)) t);
  INSERT INTO profile_bits (pool, gender, term, country, block, w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, w20, w21, w22, w23, w24, w25, w26, w27, w28, w29, w30, w31, w32, w33, w34, w35, w36, w37, w38, w39, w40, w41, w42, w43, w44, w45, w46, w47, w48, w49, w50, w51, w52, w53, w54, w55, w56, w57, w58, w59, w60, w61, w62, w63)
  SELECT NEW.pool, NEW.gender, t.term, NEW.country, NEW.slot / 4096, iif(NEW.slot % 4096 / 64 = 0, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 1, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 2, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 3, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 4, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 5, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 6, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 7, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 8, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 9, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 10, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 11, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 12, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 13, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 14, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 15, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 16, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 17, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 18, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 19, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 20, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 21, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 22, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 23, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 24, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 25, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 26, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 27, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 28, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 29, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 30, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 31, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 32, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 33, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 34, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 35, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 36, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 37, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 38, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 39, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 40, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 41, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 42, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 43, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 44, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 45, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 46, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 47, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 48, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 49, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 50, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 51, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 52, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 53, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 54, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 55, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 56, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 57, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 58, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 59, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 60, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 61, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 62, 1 << (NEW.slot % 64), 0), iif(NEW.slot % 4096 / 64 = 63, 1 << (NEW.slot % 64), 0)
  FROM (SELECT value AS term FROM json_each(json_array('*', 'r:' || NEW.region, 'y:' || (substr(NEW.birth_date, 1, 4) / 5 * 5), 'sexuality:' || NEW.sexuality, 'hair:' || NEW.hair, 'eyes:' || NEW.eyes, 'body:' || NEW.body, 'relationship:' || NEW.relationship, 'tattoos:' || NEW.tattoos, 'reason:' || NEW.reason, 'smoking:' || NEW.smoking, 'children:' || NEW.children, 'wants_children:' || NEW.wants_children, 'drinking:' || NEW.drinking, 'education:' || NEW.education, 'work:' || NEW.work, 'pets:' || NEW.pets, 'sport:' || NEW.sport, 'religion:' || NEW.religion, 'diet:' || NEW.diet, 't:' || max(150, min(200, NEW.height / 10 * 10)), iif(NEW.cell > 0, 'g:' || (NEW.cell / 36000 / 100 * 360 + NEW.cell % 36000 / 100), NULL), iif(NEW.has_photo, 'photo', NULL), iif(NEW.photo_checked, 'checked', NULL), iif(NEW.verified, 'verified', NULL), iif(NEW.shown_to_visitors, 'open', NULL), 'n:' || (NEW.created_at / 604800000))) WHERE value IS NOT NULL
    UNION SELECT 'i:' || value FROM json_each(NEW.interests) UNION SELECT 'l:' || value FROM json_each(NEW.languages) UNION SELECT 'q:' || key || ':' || value FROM json_each(NEW.answers)) t WHERE NEW.status = 'active' AND NEW.slot = OLD.slot AND OLD.pool = NEW.pool AND OLD.gender = NEW.gender AND OLD.country = NEW.country
  ON CONFLICT DO UPDATE SET w0 = w0 | excluded.w0, w1 = w1 | excluded.w1, w2 = w2 | excluded.w2, w3 = w3 | excluded.w3, w4 = w4 | excluded.w4, w5 = w5 | excluded.w5, w6 = w6 | excluded.w6, w7 = w7 | excluded.w7, w8 = w8 | excluded.w8, w9 = w9 | excluded.w9, w10 = w10 | excluded.w10, w11 = w11 | excluded.w11, w12 = w12 | excluded.w12, w13 = w13 | excluded.w13, w14 = w14 | excluded.w14, w15 = w15 | excluded.w15, w16 = w16 | excluded.w16, w17 = w17 | excluded.w17, w18 = w18 | excluded.w18, w19 = w19 | excluded.w19, w20 = w20 | excluded.w20, w21 = w21 | excluded.w21, w22 = w22 | excluded.w22, w23 = w23 | excluded.w23, w24 = w24 | excluded.w24, w25 = w25 | excluded.w25, w26 = w26 | excluded.w26, w27 = w27 | excluded.w27, w28 = w28 | excluded.w28, w29 = w29 | excluded.w29, w30 = w30 | excluded.w30, w31 = w31 | excluded.w31, w32 = w32 | excluded.w32, w33 = w33 | excluded.w33, w34 = w34 | excluded.w34, w35 = w35 | excluded.w35, w36 = w36 | excluded.w36, w37 = w37 | excluded.w37, w38 = w38 | excluded.w38, w39 = w39 | excluded.w39, w40 = w40 | excluded.w40, w41 = w41 | excluded.w41, w42 = w42 | excluded.w42, w43 = w43 | excluded.w43, w44 = w44 | excluded.w44, w45 = w45 | excluded.w45, w46 = w46 | excluded.w46, w47 = w47 | excluded.w47, w48 = w48 | excluded.w48, w49 = w49 | excluded.w49, w50 = w50 | excluded.w50, w51 = w51 | excluded.w51, w52 = w52 | excluded.w52, w53 = w53 | excluded.w53, w54 = w54 | excluded.w54, w55 = w55 | excluded.w55, w56 = w56 | excluded.w56, w57 = w57 | excluded.w57, w58 = w58 | excluded.w58, w59 = w59 | excluded.w59, w60 = w60 | excluded.w60, w61 = w61 | excluded.w61, w62 = w62 | excluded.w62, w63 = w63 | excluded.w63;
  UPDATE profiles SET slot = (SELECT coalesce(max(p.slot), -1) + 1 FROM profiles p
    WHERE p.pool = NEW.pool AND p.gender = NEW.gender AND p.country = NEW.country)
  WHERE id = NEW.id AND (OLD.pool <> NEW.pool OR OLD.gender <> NEW.gender OR OLD.country <> NEW.country);
END;
--> statement-breakpoint
CREATE TRIGGER calls_gone AFTER DELETE ON conversations BEGIN
  UPDATE calls SET ended_at = max(alive_at, asked_at), ending = 'gone' WHERE conversation_id = OLD.id AND ended_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_message AFTER INSERT ON messages WHEN NEW.type NOT IN ('call', 'system') AND NEW.price = 0 BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT a.domain_id, NEW.created_at / 86400000, 'messages', 1
  FROM accounts a JOIN profiles p ON p.id = a.id WHERE a.id = NEW.sender_id AND p.fictional = 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER messages_paid AFTER INSERT ON messages WHEN NEW.lot_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'debt is open') FROM accounts WHERE id = NEW.sender_id AND debt > 0;
  SELECT RAISE(ABORT, 'a lot pays texts with a price') WHERE NEW.price <= 0 OR NEW.type <> 'text';
  -- First: the CHECK on the balance names an uncovered debit.
  UPDATE accounts SET credits = credits - NEW.price WHERE id = NEW.sender_id;
  SELECT RAISE(ABORT, 'message without lot')
  WHERE NOT EXISTS (SELECT 1 FROM lots WHERE id = NEW.lot_id AND account_id = NEW.sender_id);
  SELECT RAISE(ABORT, 'an older lot has credits') FROM lots
  WHERE account_id = NEW.sender_id AND open = 1 AND remaining > 0 AND id < NEW.lot_id;
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id, messages)
  SELECT account_id, -run_credits, 'message', run_cause, 'message:' || run_key, run_at, id, run_messages FROM lots
  WHERE id = NEW.lot_id AND run_cause IS NOT NULL AND (run_chat <> NEW.conversation_id OR run_at / 86400000 <> NEW.created_at / 86400000);
  -- The message was deleted and is sent again. A run that begins with it could not end.
  SELECT RAISE(ABORT, 'message is entered already') FROM ledger
  WHERE account_id = NEW.sender_id AND idempotency_key = 'message:' || NEW.client_id;
  -- Apart: a statement that sets `run_cause` writes the index of open runs, also where it keeps its value.
  UPDATE lots SET remaining = remaining - NEW.price, run_at = NEW.created_at, run_messages = run_messages + 1, run_credits = run_credits + NEW.price
  WHERE id = NEW.lot_id AND run_cause IS NOT NULL;
  UPDATE lots SET remaining = remaining - NEW.price, run_chat = NEW.conversation_id, run_cause = NEW.id, run_key = NEW.client_id,
    run_messages = 1, run_credits = NEW.price, run_at = NEW.created_at
  WHERE id = NEW.lot_id AND run_cause IS NULL;
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id, messages)
  SELECT account_id, -run_credits, 'message', run_cause, 'message:' || run_key, run_at, id, run_messages FROM lots
  WHERE id = NEW.lot_id AND remaining = 0;
  UPDATE lots SET open = 0 WHERE id = NEW.lot_id AND open = 1 AND remaining = 0;
END;
--> statement-breakpoint
CREATE TRIGGER news_message AFTER INSERT ON messages
WHEN NEW.type <> 'system' AND NOT (NEW.type = 'call' AND NEW.text NOT LIKE '%:missed') BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  SELECT iif(member_a = NEW.sender_id, member_b, member_a), iif(EXISTS (SELECT 1 FROM participants
      WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id AND request IS NOT NULL), 'request', 'message'),
    NEW.conversation_id, NEW.created_at, NEW.created_at + 600000
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
CREATE TRIGGER sources_of_message AFTER INSERT ON messages WHEN NEW.type <> 'system' AND (NEW.price = 0 OR NEW.lot_id IS NOT NULL) BEGIN
  UPDATE accounts SET first_message_at = NEW.created_at WHERE id = NEW.sender_id AND first_message_at IS NULL AND source_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER figures_of_call AFTER UPDATE OF ended_at ON calls WHEN NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT NEW.domain_id, NEW.ended_at / 86400000, f.key, f.value FROM json_each(json_object('calls', 1, 'missed_calls', NEW.answered_at IS NULL,
    'call_minutes', iif(NEW.answered_at IS NULL, 0, max(0, NEW.ended_at - NEW.answered_at + 59999) / 60000))) f WHERE f.value > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER calls_ended AFTER UPDATE OF ended_at ON calls WHEN NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL BEGIN
  DELETE FROM call_lines WHERE call_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_reversed AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status = 'completed' BEGIN
  INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id, messages)
  SELECT account_id, -run_credits, 'message', run_cause, 'message:' || run_key, run_at, id, run_messages FROM lots
  WHERE payment_id = NEW.id AND run_cause IS NOT NULL;
  INSERT INTO debts (account_id, payment_id, credits, created_at)
  SELECT NEW.account_id, NEW.id, spent, NEW.updated_at FROM (
    SELECT sum(spent) AS spent FROM (
      SELECT iif(p.credit = 'member', -p.amount, p.amount) AS spent
      FROM ledger e CROSS JOIN postings p ON p.entry_id = e.id CROSS JOIN lots l ON l.id = p.lot_id
      WHERE e.account_id = NEW.account_id AND l.payment_id = NEW.id AND 'revenue' IN (p.debit, p.credit)
      UNION ALL SELECT -e.amount FROM ledger e CROSS JOIN lots l ON l.id = e.lot_id
      WHERE e.account_id = NEW.account_id AND l.payment_id = NEW.id AND e.kind IN ('message', 'gift', 'photos', 'icebreaker', 'call')
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
CREATE TRIGGER sources_of_payment AFTER UPDATE OF status ON payments
WHEN NEW.status = 'completed' AND OLD.status <> 'completed' BEGIN
  INSERT INTO sources (id, domain_id, rest, network, ref, lander, signups, day)
  SELECT lower(hex(randomblob(10))), domain_id, rest, iif(rest = 2, '', network), iif(rest = 0, ref, ''), lander, 1, day FROM (
    SELECT q.*, CASE
      WHEN EXISTS (SELECT 1 FROM sources s WHERE s.domain_id = q.domain_id AND s.network = q.network AND s.ref = q.ref
        AND s.lander = q.lander AND s.rest = 0) THEN 0
      WHEN (SELECT count(*) FROM sources s WHERE s.domain_id = q.domain_id AND s.day = q.day AND s.network = q.network) >= 50 THEN 1
      WHEN (SELECT count(*) FROM sources s WHERE s.domain_id = q.domain_id AND s.day = q.day) < 200 THEN 0
      WHEN EXISTS (SELECT 1 FROM sources s WHERE s.domain_id = q.domain_id AND s.network = q.network) THEN 1
      ELSE 2 END AS rest
    FROM (SELECT domain_id, coalesce(tracking ->> '$.network', '') AS network, coalesce(tracking ->> '$.ref', '') AS ref,
      coalesce(tracking ->> '$.lander', '') AS lander, NEW.updated_at / 86400000 AS day FROM accounts WHERE id = NEW.account_id AND source_id IS NULL) q)
  WHERE 1 ON CONFLICT DO UPDATE SET signups = signups + 1;
  UPDATE accounts SET first_message_at = 0, source_id = (SELECT s.id FROM sources s
    WHERE s.domain_id = accounts.domain_id AND s.lander = coalesce(accounts.tracking ->> '$.lander', '') AND (
      (s.rest = 2 AND s.network = '' AND s.ref = '')
      OR (s.network = coalesce(accounts.tracking ->> '$.network', '') AND s.ref = iif(s.rest = 0, coalesce(accounts.tracking ->> '$.ref', ''), '')))
    ORDER BY s.rest LIMIT 1)
  WHERE id = NEW.account_id AND source_id IS NULL;
  INSERT INTO source_figures (domain_id, day, source_id, country, name, part, value)
  SELECT NEW.domain_id, NEW.updated_at / 86400000, a.source_id, NEW.country, f.key, iif(f.key IN ('orders', 'revenue'), NEW.currency, ''), f.value
  FROM accounts a JOIN json_each(json_object('orders', 1, 'revenue', NEW.amount,
    'buyers', NOT EXISTS (SELECT 1 FROM payments WHERE account_id = NEW.account_id AND id <> NEW.id AND status IN ('completed', 'refunded', 'chargeback')),
    'payers', NOT EXISTS (SELECT 1 FROM payments WHERE account_id = NEW.account_id AND id <> NEW.id AND status IN ('completed', 'refunded', 'chargeback')
      AND strftime('%Y-%m', completed_at / 1000, 'unixepoch') = strftime('%Y-%m', NEW.updated_at / 1000, 'unixepoch')))) f
  WHERE a.id = NEW.account_id AND f.value > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER sources_of_reversal AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status <> NEW.status BEGIN
  INSERT INTO source_figures (domain_id, day, source_id, country, name, part, value)
  SELECT NEW.domain_id, NEW.updated_at / 86400000, a.source_id, NEW.country, f.key, NEW.currency, f.value
  FROM accounts a JOIN (SELECT NEW.amount - coalesce(sum(amount), 0) AS rest FROM refunds WHERE payment_id = NEW.id AND status = 'done') r
  JOIN json_each(iif(NEW.status = 'refunded',
    json_object('refunds', 1, 'refunded', r.rest), json_object('chargebacks', 1, 'charged_back', r.rest))) f
  WHERE a.id = NEW.account_id AND a.source_id IS NOT NULL AND r.rest > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_spent AFTER INSERT ON ledger
WHEN NEW.messages IS NULL AND NEW.lot_id IS NOT NULL AND NEW.kind IN ('message', 'gift', 'photos', 'icebreaker', 'call') BEGIN
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
CREATE TRIGGER ledger_run AFTER INSERT ON ledger WHEN NEW.messages IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'an entry of messages is the open run') WHERE NEW.kind <> 'message' OR NEW.reverses_id IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM lots WHERE id = NEW.lot_id AND account_id = NEW.account_id AND run_cause = NEW.cause
      AND 'message:' || run_key = NEW.idempotency_key AND run_credits = -NEW.amount AND run_messages = NEW.messages);
  UPDATE lots SET run_chat = NULL, run_cause = NULL, run_key = NULL, run_messages = 0, run_credits = 0, run_at = 0 WHERE id = NEW.lot_id;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_entry AFTER INSERT ON ledger
WHEN NEW.lot_id IS NULL OR NEW.kind NOT IN ('message', 'gift', 'photos', 'icebreaker', 'call') BEGIN
  SELECT RAISE(ABORT, 'debt is open') FROM accounts
  WHERE id = NEW.account_id AND debt > 0 AND NEW.kind IN ('message', 'gift', 'photos', 'icebreaker', 'call');
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
    AND kind IN ('message', 'gift', 'photos', 'icebreaker', 'call');
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
CREATE TRIGGER calls_over BEFORE UPDATE ON calls WHEN OLD.ended_at IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'a call that is over does not change');
END;
--> statement-breakpoint
CREATE TRIGGER calls_paid BEFORE UPDATE OF paid ON calls WHEN NEW.paid <> OLD.paid BEGIN
  SELECT RAISE(ABORT, 'minutes of a call out of order') WHERE NEW.paid <> OLD.paid + 1 OR (NEW.price_per <> 'minute' AND NEW.paid > 1);
  SELECT RAISE(ABORT, 'a minute of a call without its entry') WHERE NEW.price > 0 AND NOT EXISTS (SELECT 1 FROM ledger
    WHERE account_id = NEW.caller_id AND idempotency_key = 'call:' || NEW.id || ':' || NEW.paid AND amount = -NEW.price);
END;
