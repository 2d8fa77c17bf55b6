ALTER TABLE `conversations` ADD `goodbye_at` integer;--> statement-breakpoint
ALTER TABLE `conversations` ADD `goodbye_by` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `goodbye_line` text;
--> statement-breakpoint
CREATE TRIGGER conversations_reopen AFTER UPDATE OF matched_at ON likes WHEN OLD.matched_at IS NULL AND NEW.matched_at IS NOT NULL BEGIN
  UPDATE conversations SET goodbye_at = NULL, goodbye_by = NULL, goodbye_line = NULL
  WHERE member_a = min(NEW.liker_id, NEW.liked_id) AND member_b = max(NEW.liker_id, NEW.liked_id) AND goodbye_at IS NOT NULL;
END;
