CREATE TABLE `blocked_pictures` (
	`id` text PRIMARY KEY NOT NULL,
	`notice_id` text NOT NULL,
	`band0` integer NOT NULL,
	`band1` integer NOT NULL,
	`band2` integer NOT NULL,
	`band3` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `blocked_pictures_bands` ON `blocked_pictures` (`band0`,`band1`,`band2`,`band3`);--> statement-breakpoint
CREATE TABLE `noticed_photos` (
	`notice_id` text NOT NULL,
	`photo_id` text NOT NULL,
	`of` text NOT NULL,
	`member_id` text NOT NULL,
	`was_shown` integer NOT NULL,
	`state` text NOT NULL,
	PRIMARY KEY(`notice_id`, `photo_id`),
	FOREIGN KEY (`notice_id`) REFERENCES `picture_notices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `noticed_photos_photo` ON `noticed_photos` (`photo_id`);--> statement-breakpoint
CREATE INDEX `noticed_photos_member` ON `noticed_photos` (`member_id`);--> statement-breakpoint
CREATE TABLE `picture_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`bands` text,
	`alerts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `complaints`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP TRIGGER work_of_complaint;
--> statement-breakpoint
CREATE TRIGGER work_of_complaint AFTER INSERT ON complaints WHEN NEW.answered_at IS NULL AND NEW.closed_at IS NULL BEGIN
  INSERT INTO work_items (id, kind, object_id, domain_id, pool, score, created_at, due_at)
  VALUES (lower(hex(randomblob(10))), 'complaint', NEW.id, NEW.domain_id,
    coalesce((SELECT pool FROM domains WHERE id = NEW.domain_id), NEW.domain_id),
    CASE NEW.kind WHEN 'intimate_picture' THEN 200 WHEN 'illegal_content' THEN 100 ELSE 0 END, NEW.created_at, NEW.created_at
      + CASE NEW.kind WHEN 'intimate_picture' THEN 172800000 WHEN 'illegal_content' THEN 86400000 ELSE 1209600000 END);
END;
