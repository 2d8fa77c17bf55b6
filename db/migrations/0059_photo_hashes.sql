CREATE TABLE `photo_hashes` (
	`id` text PRIMARY KEY NOT NULL,
	`pool` text NOT NULL,
	`photo_id` text,
	`decision_id` text,
	`band0` integer NOT NULL,
	`band1` integer NOT NULL,
	`band2` integer NOT NULL,
	`band3` integer NOT NULL,
	FOREIGN KEY (`photo_id`) REFERENCES `photos`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hash_of_one" CHECK(("photo_hashes"."photo_id" IS NULL) <> ("photo_hashes"."decision_id" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `photo_hashes_0` ON `photo_hashes` (`pool`,`band0`);--> statement-breakpoint
CREATE INDEX `photo_hashes_1` ON `photo_hashes` (`pool`,`band1`);--> statement-breakpoint
CREATE INDEX `photo_hashes_2` ON `photo_hashes` (`pool`,`band2`);--> statement-breakpoint
CREATE INDEX `photo_hashes_3` ON `photo_hashes` (`pool`,`band3`);--> statement-breakpoint
CREATE INDEX `photo_hashes_photo` ON `photo_hashes` (`photo_id`);--> statement-breakpoint
CREATE INDEX `photo_hashes_decision` ON `photo_hashes` (`decision_id`);
--> statement-breakpoint
-- A ban remembers the photos of the member, and forgets them when it ends.
CREATE TRIGGER photo_hashes_banned AFTER INSERT ON decisions WHEN NEW.kind = 'ban' BEGIN
  INSERT INTO photo_hashes (id, pool, decision_id, band0, band1, band2, band3)
  SELECT lower(hex(randomblob(10))), h.pool, NEW.id, h.band0, h.band1, h.band2, h.band3
  FROM photos p JOIN photo_hashes h ON h.photo_id = p.id WHERE p.profile_id = NEW.member_id;
END;
--> statement-breakpoint
CREATE TRIGGER photo_hashes_released AFTER UPDATE OF outcome, lifted_at ON decisions
WHEN NEW.kind = 'ban' AND (NEW.outcome = 'reversed' OR NEW.lifted_at IS NOT NULL) BEGIN
  DELETE FROM photo_hashes WHERE decision_id = NEW.id;
END;
