-- A trigger that names a dropped table would fail the renaming.
DROP TRIGGER photo_hashes_banned;--> statement-breakpoint
DROP TRIGGER photo_hashes_released;--> statement-breakpoint
CREATE TABLE `__new_photo_hashes` (
	`id` text PRIMARY KEY NOT NULL,
	`pool` text NOT NULL,
	`photo_id` text,
	`chat_photo_id` text,
	`decision_id` text,
	`band0` integer NOT NULL,
	`band1` integer NOT NULL,
	`band2` integer NOT NULL,
	`band3` integer NOT NULL,
	FOREIGN KEY (`photo_id`) REFERENCES `photos`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`chat_photo_id`) REFERENCES `chat_photos`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hash_of_one" CHECK(("__new_photo_hashes"."photo_id" IS NOT NULL) + ("__new_photo_hashes"."chat_photo_id" IS NOT NULL) + ("__new_photo_hashes"."decision_id" IS NOT NULL) = 1)
);
--> statement-breakpoint
INSERT INTO `__new_photo_hashes`("id", "pool", "photo_id", "chat_photo_id", "decision_id", "band0", "band1", "band2", "band3") SELECT "id", "pool", "photo_id", NULL, "decision_id", "band0", "band1", "band2", "band3" FROM `photo_hashes`;--> statement-breakpoint
DROP TABLE `photo_hashes`;--> statement-breakpoint
ALTER TABLE `__new_photo_hashes` RENAME TO `photo_hashes`;--> statement-breakpoint
CREATE INDEX `photo_hashes_0` ON `photo_hashes` (`pool`,`band0`);--> statement-breakpoint
CREATE INDEX `photo_hashes_1` ON `photo_hashes` (`pool`,`band1`);--> statement-breakpoint
CREATE INDEX `photo_hashes_2` ON `photo_hashes` (`pool`,`band2`);--> statement-breakpoint
CREATE INDEX `photo_hashes_3` ON `photo_hashes` (`pool`,`band3`);--> statement-breakpoint
CREATE INDEX `photo_hashes_photo` ON `photo_hashes` (`photo_id`);--> statement-breakpoint
CREATE INDEX `photo_hashes_decision` ON `photo_hashes` (`decision_id`);--> statement-breakpoint
CREATE INDEX `photo_hashes_chat_photo` ON `photo_hashes` (`chat_photo_id`);
--> statement-breakpoint
-- A ban remembers the photos of the member, in the profile and in chats, each once, and forgets them when it ends.
CREATE TRIGGER photo_hashes_banned AFTER INSERT ON decisions WHEN NEW.kind = 'ban' BEGIN
  INSERT INTO photo_hashes (id, pool, decision_id, band0, band1, band2, band3)
  SELECT lower(hex(randomblob(10))), pool, NEW.id, band0, band1, band2, band3 FROM (
    SELECT h.pool, h.band0, h.band1, h.band2, h.band3
    FROM photos p JOIN photo_hashes h ON h.photo_id = p.id WHERE p.profile_id = NEW.member_id
    UNION
    SELECT h.pool, h.band0, h.band1, h.band2, h.band3
    FROM chat_photos c JOIN photo_hashes h ON h.chat_photo_id = c.id WHERE c.sender_id = NEW.member_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER photo_hashes_released AFTER UPDATE OF outcome, lifted_at ON decisions
WHEN NEW.kind = 'ban' AND (NEW.outcome = 'reversed' OR NEW.lifted_at IS NOT NULL) BEGIN
  DELETE FROM photo_hashes WHERE decision_id = NEW.id;
END;
--> statement-breakpoint
-- The picture is erased: the row may stay for its message.
CREATE TRIGGER photo_hashes_chat_erased AFTER UPDATE OF key ON chat_photos WHEN NEW.key IS NULL BEGIN
  DELETE FROM photo_hashes WHERE chat_photo_id = NEW.id;
END;
