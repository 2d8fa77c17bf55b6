-- Notifications that wait for ten minutes.

-- A call that was talked or declined is no news.

CREATE TRIGGER news_message AFTER INSERT ON messages
WHEN NEW.type <> 'system' AND NOT (NEW.type = 'call' AND NEW.text NOT LIKE '%:missed') BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  SELECT iif(member_a = NEW.sender_id, member_b, member_a), iif(EXISTS (SELECT 1 FROM participants
      WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id AND request IS NOT NULL), 'request', 'message'),
    NEW.conversation_id, NEW.created_at, NEW.created_at + 600000
  FROM conversations WHERE id = NEW.conversation_id
  ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER news_photo_request AFTER INSERT ON photo_grants WHEN NEW.status = 'requested' BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  VALUES (NEW.owner_id, 'photo_request', NEW.member_id, NEW.at, NEW.at + 600000)
  ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER news_photo_grant AFTER UPDATE OF status ON photo_grants
WHEN NEW.status <> OLD.status AND NEW.status IN ('requested', 'granted') BEGIN
  INSERT INTO news (account_id, kind, subject, at, due_at)
  VALUES (iif(NEW.status = 'requested', NEW.owner_id, NEW.member_id), iif(NEW.status = 'requested', 'photo_request', 'photo_answer'),
    iif(NEW.status = 'requested', NEW.member_id, NEW.owner_id), NEW.at, NEW.at + 600000)
  ON CONFLICT DO NOTHING;
END;

-- Mail and push preferences.

CREATE TRIGGER accounts_email_bounce AFTER UPDATE OF email ON accounts
WHEN NEW.email <> OLD.email AND instr(NEW.notifications_disabled, '"bounce"') BEGIN
  UPDATE accounts SET notifications_disabled =
    (SELECT json_group_array(value) FROM json_each(NEW.notifications_disabled) WHERE value <> 'bounce') WHERE id = NEW.id;
END;

CREATE TRIGGER preferences_resubscribe AFTER UPDATE OF channels ON preferences WHEN NEW.channels <> OLD.channels BEGIN
  UPDATE accounts SET notifications_disabled = (
    SELECT json_group_array(value) FROM json_each(notifications_disabled)
    WHERE value NOT LIKE 'listunsubscribe:%'
      OR coalesce(json_extract(NEW.channels, '$.' || substr(value, 17) || '.mail'), 1) = 0
  ) WHERE id = NEW.account_id AND instr(notifications_disabled, '"listunsubscribe:');
END;

CREATE TRIGGER preferences_news_withdrawn AFTER UPDATE OF channels ON preferences
WHEN coalesce(json_extract(OLD.channels, '$.site_news.mail'), 0) = 1 AND coalesce(json_extract(NEW.channels, '$.site_news.mail'), 0) = 0 BEGIN
  UPDATE news_consents SET withdrawn_at = NEW.updated_at WHERE account_id = NEW.account_id AND withdrawn_at IS NULL;
END;

CREATE TRIGGER push_session_revoked AFTER UPDATE OF revoked_at ON sessions WHEN NEW.revoked_at IS NOT NULL BEGIN
  DELETE FROM push_subscriptions WHERE session_hash = NEW.token_hash;
END;
