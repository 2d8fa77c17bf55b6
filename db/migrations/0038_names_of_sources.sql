DROP TRIGGER sources_of_erasure;
--> statement-breakpoint
DROP TRIGGER sources_of_first_message;
--> statement-breakpoint
CREATE TRIGGER sources_of_erasure AFTER UPDATE OF status ON accounts WHEN NEW.status = 'erased' AND OLD.status <> 'erased' BEGIN
  UPDATE sources SET rest = 3, ref = id, network = iif((SELECT sum(s.signups) FROM sources s
      WHERE s.domain_id = sources.domain_id AND s.network = sources.network) < 5, '', network)
  WHERE id = NEW.source_id AND rest < 2 AND (network <> '' OR ref <> '') AND (SELECT sum(s.signups) FROM sources s
    WHERE s.domain_id = sources.domain_id AND s.network = sources.network AND s.ref = sources.ref AND s.rest = sources.rest) < 5;
END;
--> statement-breakpoint
CREATE TRIGGER sources_of_first_message AFTER UPDATE OF first_message_at ON accounts
WHEN OLD.first_message_at IS NULL AND NEW.first_message_at > 0 BEGIN
  INSERT INTO source_figures (domain_id, day, source_id, country, name, part, value)
  SELECT NEW.domain_id, NEW.first_message_at / 86400000, NEW.source_id, country, 'writers', '', 1 FROM profiles WHERE id = NEW.id AND fictional = 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
