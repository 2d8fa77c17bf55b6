CREATE INDEX `photo_grants_granted` ON `photo_grants` (`member_id`,`at`) WHERE status = 'granted';
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
UPDATE `preferences` SET `channels` = json_set(`channels`, '$.gift', json_patch(coalesce(`channels` -> '$.gift', '{}'), `channels` -> '$.message'))
WHERE `channels` -> '$.message' IS NOT NULL;
--> statement-breakpoint
UPDATE `preferences` SET `channels` = json_patch(`channels`, '{"photo_request":{"mail":false},"photo_answer":{"mail":false}}')
WHERE `channels` ->> '$.message.mail' = 0 AND `channels` ->> '$.match.mail' = 0 AND `channels` ->> '$.like.mail' = 0
  AND `channels` ->> '$.search.mail' = 0 AND `channels` ->> '$.photo.mail' = 0;
--> statement-breakpoint
UPDATE `preferences` SET `channels` = json_patch(`channels`, '{"photo_request":{"push":false},"photo_answer":{"push":false},"report":{"push":false}}')
WHERE `channels` ->> '$.message.push' = 0 AND `channels` ->> '$.match.push' = 0 AND `channels` ->> '$.like.push' = 0
  AND `channels` ->> '$.search.push' = 0 AND `channels` ->> '$.photo.push' = 0;
