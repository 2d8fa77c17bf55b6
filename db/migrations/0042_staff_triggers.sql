CREATE TRIGGER staff_audit_stays BEFORE DELETE ON staff_audit BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER staff_audit_unchanged BEFORE UPDATE ON staff_audit BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
-- A photo waits a day at most: due_at is 86,400,000 ms after the upload.
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
CREATE TRIGGER work_of_chat_photo_gone AFTER DELETE ON chat_photos WHEN OLD.status = 'inspection' BEGIN
  DELETE FROM work_items WHERE kind = 'photo' AND object_id = OLD.id AND state <> 'done';
END;
--> statement-breakpoint
INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
SELECT lower(hex(randomblob(10))), 'photo', p.id, a.id, a.domain_id, a.pool, p.created_at, p.created_at + 86400000
FROM (
  SELECT id, profile_id AS member_id, created_at FROM photos WHERE status = 'inspection'
  UNION ALL SELECT id, sender_id, created_at FROM chat_photos WHERE status = 'inspection'
) p JOIN accounts a ON a.id = p.member_id;
