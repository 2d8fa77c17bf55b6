DROP INDEX `participants_list`;--> statement-breakpoint
ALTER TABLE `participants` ADD `place_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `participants` SET `place_at` = `last_at`;--> statement-breakpoint
CREATE INDEX `participants_list` ON `participants` (`member_id`,`place_at`,`conversation_id`) WHERE listed = 1;
--> statement-breakpoint
DROP TRIGGER participants_unread_insert;
--> statement-breakpoint
DROP TRIGGER participants_name_insert;
--> statement-breakpoint
DROP TRIGGER participants_unread_update;
--> statement-breakpoint
CREATE TRIGGER participants_place_insert AFTER INSERT ON participants WHEN NEW.place_at = 0 BEGIN
  UPDATE participants SET place_at = NEW.last_at WHERE conversation_id = NEW.conversation_id AND member_id = NEW.member_id;
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
