CREATE TABLE `signals` (
	`member_id` text PRIMARY KEY NOT NULL,
	`openers` integer DEFAULT 0 NOT NULL,
	`blocks` integer DEFAULT 0 NOT NULL,
	`money` integer DEFAULT 0 NOT NULL,
	`contacts` integer DEFAULT 0 NOT NULL,
	`prints` integer DEFAULT 0 NOT NULL,
	`score` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `caution` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The points of worker/signals/signals.vocabulary.ts.
CREATE TRIGGER signals_begin AFTER INSERT ON signals BEGIN
  UPDATE signals SET score = min(99, 4 * min(openers, 5) + 3 * min(blocks, 10) + 4 * min(money, 10) + min(contacts, 10) + 20 * min(prints, 1))
  WHERE member_id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER signals_count AFTER UPDATE OF openers, blocks, money, contacts, prints ON signals BEGIN
  UPDATE signals SET score = min(99, 4 * min(openers, 5) + 3 * min(blocks, 10) + 4 * min(money, 10) + min(contacts, 10) + 20 * min(prints, 1))
  WHERE member_id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER signals_score AFTER UPDATE OF score ON signals WHEN NEW.score <> OLD.score BEGIN
  UPDATE accounts SET caution = NEW.score WHERE id = NEW.member_id;
  UPDATE work_items SET score = score + NEW.score - OLD.score
  WHERE member_id = NEW.member_id AND kind IN ('report', 'photo') AND state = 'waiting';
END;
--> statement-breakpoint
CREATE TRIGGER work_score AFTER INSERT ON work_items WHEN NEW.kind IN ('report', 'photo') AND NEW.member_id IS NOT NULL BEGIN
  UPDATE work_items SET score = score + (SELECT score FROM signals WHERE member_id = NEW.member_id)
  WHERE id = NEW.id AND EXISTS (SELECT 1 FROM signals WHERE member_id = NEW.member_id);
END;
--> statement-breakpoint
CREATE TRIGGER signals_block AFTER INSERT ON blocks BEGIN
  INSERT INTO signals (member_id, blocks, updated_at) VALUES (NEW.blocked_id, 1, NEW.created_at)
  ON CONFLICT (member_id) DO UPDATE SET blocks = blocks + 1, updated_at = excluded.updated_at;
END;
--> statement-breakpoint
CREATE TRIGGER signals_unblock AFTER DELETE ON blocks BEGIN
  UPDATE signals SET blocks = max(0, blocks - 1) WHERE member_id = OLD.blocked_id;
END;
--> statement-breakpoint
INSERT INTO signals (member_id, blocks, updated_at) SELECT blocked_id, count(*), max(created_at) FROM blocks WHERE true GROUP BY blocked_id;
