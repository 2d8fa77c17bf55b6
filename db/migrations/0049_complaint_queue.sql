ALTER TABLE `complaints` ADD `outcome` text;--> statement-breakpoint
CREATE INDEX `complaints_email` ON `complaints` (`email`);--> statement-breakpoint
ALTER TABLE `work_items` ADD `words` text;--> statement-breakpoint
UPDATE complaints SET outcome = 'answered' WHERE answered_at IS NOT NULL;
--> statement-breakpoint
-- Ms: a notice of illegal content is due in a day, a consumer's complaint in 14. The author may be erased first: no member_id.
CREATE TRIGGER work_of_complaint AFTER INSERT ON complaints WHEN NEW.answered_at IS NULL AND NEW.closed_at IS NULL BEGIN
  INSERT INTO work_items (id, kind, object_id, domain_id, pool, score, created_at, due_at)
  VALUES (lower(hex(randomblob(10))), 'complaint', NEW.id, NEW.domain_id,
    coalesce((SELECT pool FROM domains WHERE id = NEW.domain_id), NEW.domain_id),
    iif(NEW.kind = 'illegal_content', 100, 0), NEW.created_at,
    NEW.created_at + iif(NEW.kind = 'illegal_content', 86400000, 1209600000));
END;
--> statement-breakpoint
CREATE TRIGGER work_of_complaint_done AFTER UPDATE OF answered_at, closed_at ON complaints
WHEN NEW.answered_at IS NOT NULL OR NEW.closed_at IS NOT NULL BEGIN
  UPDATE work_items SET state = 'done', words = NULL WHERE kind = 'complaint' AND object_id = NEW.id AND state = 'waiting';
END;
--> statement-breakpoint
INSERT INTO work_items (id, kind, object_id, domain_id, pool, score, created_at, due_at)
SELECT lower(hex(randomblob(10))), 'complaint', c.id, c.domain_id,
  coalesce((SELECT pool FROM domains WHERE id = c.domain_id), c.domain_id),
  iif(c.kind = 'illegal_content', 100, 0), c.created_at,
  c.created_at + iif(c.kind = 'illegal_content', 86400000, 1209600000)
FROM complaints c WHERE c.answered_at IS NULL AND c.closed_at IS NULL;
