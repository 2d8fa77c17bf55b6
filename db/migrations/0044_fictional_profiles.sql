CREATE TABLE `fictional_photos` (
	`photo_id` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`origin` text NOT NULL,
	`source` text NOT NULL,
	`staff_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`photo_id`) REFERENCES `photos`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `fictional_photos_profile` ON `fictional_photos` (`profile_id`);--> statement-breakpoint
CREATE TABLE `fictional_profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `fictional_profiles_list` ON `fictional_profiles` (`created_at`,`id`);
--> statement-breakpoint
DROP TRIGGER webhooks_member_left_3;
--> statement-breakpoint
DROP TRIGGER webhooks_member_returned_4;
--> statement-breakpoint
DROP TRIGGER sources_of_activation;
--> statement-breakpoint
DROP TRIGGER sources_of_erasure;
--> statement-breakpoint
DROP TRIGGER sources_of_first_message;
--> statement-breakpoint
CREATE TRIGGER webhooks_member_left_3 AFTER UPDATE OF status ON accounts
WHEN NEW.status = 'deleted' AND OLD.status IN ('not_confirmed', 'active')
  AND NOT EXISTS (SELECT 1 FROM profiles WHERE id = NEW.id AND fictional = 1) BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, 'member.left', NEW.domain_id, NEW.id, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  FROM webhooks w
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = NEW.domain_id) AND instr(w.events, '"member.left"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = NEW.domain_id);
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_member_returned_4 AFTER UPDATE OF status ON accounts
WHEN OLD.status = 'deleted' AND NEW.status IN ('not_confirmed', 'active') BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, 'member.returned', NEW.domain_id, NEW.id, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  FROM webhooks w
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = NEW.domain_id) AND instr(w.events, '"member.returned"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = NEW.domain_id);
END;
--> statement-breakpoint
CREATE TRIGGER sources_of_activation AFTER UPDATE OF activated_at ON accounts
WHEN OLD.activated_at IS NULL AND NEW.activated_at IS NOT NULL AND NEW.source_id IS NOT NULL BEGIN
  INSERT INTO source_figures (domain_id, day, source_id, country, name, part, value)
  SELECT NEW.domain_id, NEW.activated_at / 86400000, NEW.source_id, country, 'members', '', 1 FROM profiles WHERE id = NEW.id AND fictional = 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
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
