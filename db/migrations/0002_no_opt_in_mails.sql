DROP TRIGGER preferences_resubscribe;
--> statement-breakpoint
CREATE TRIGGER preferences_resubscribe AFTER UPDATE OF channels ON preferences WHEN NEW.channels <> OLD.channels BEGIN
  UPDATE accounts SET notifications_disabled = (
    SELECT json_group_array(value) FROM json_each(notifications_disabled)
    WHERE value NOT LIKE 'listunsubscribe:%'
      OR coalesce(json_extract(NEW.channels, '$.' || substr(value, 17) || '.mail'), 1) = 0
  ) WHERE id = NEW.account_id AND instr(notifications_disabled, '"listunsubscribe:');
END;
--> statement-breakpoint
UPDATE preferences SET channels = json_remove(channels, '$.gift', '$.offers')
  WHERE json_type(channels, '$.gift') IS NOT NULL OR json_type(channels, '$.offers') IS NOT NULL;
--> statement-breakpoint
UPDATE accounts SET notifications_disabled = (
    SELECT json_group_array(value) FROM json_each(notifications_disabled)
    WHERE value NOT IN ('listunsubscribe:gift', 'listunsubscribe:offers')
  ) WHERE instr(notifications_disabled, '"listunsubscribe:gift"') OR instr(notifications_disabled, '"listunsubscribe:offers"');
