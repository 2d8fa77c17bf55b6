DROP TRIGGER figures_of_work;
--> statement-breakpoint
-- A decision counts once it cannot be undone. Decisions from a member's file and refunds by one person
-- answer nobody, so they have no response time.
CREATE TRIGGER figures_of_work AFTER UPDATE OF state ON work_items
WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.decided_at > NEW.created_at AND NEW.kind <> 'member' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  SELECT NEW.domain_id, NEW.decided_at / 86400000, f.key, NEW.kind, f.value
  FROM json_each(json_object('decided', 1, 'late', NEW.decided_at > NEW.due_at, 'waited', NEW.decided_at - NEW.created_at)) f
  WHERE f.value > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
