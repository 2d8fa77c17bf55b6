DROP INDEX `profiles_age`;
--> statement-breakpoint
DROP INDEX `profiles_active`;
--> statement-breakpoint
DROP INDEX `profiles_active_region`;
--> statement-breakpoint
DROP INDEX `profiles_active_anywhere`;
--> statement-breakpoint
DROP INDEX `profiles_newest`;
--> statement-breakpoint
DROP INDEX `profiles_newest_anywhere`;
--> statement-breakpoint
ALTER TABLE `profiles` ADD `shown_to_visitors` integer DEFAULT true NOT NULL;
--> statement-breakpoint
-- Not shown to visitors is the default where the domain's niche is not 1. A fictional profile has nobody to protect.
UPDATE profiles SET shown_to_visitors = 0 WHERE fictional = 0 AND id IN (
  SELECT a.id FROM domains d JOIN accounts a ON a.domain_id = d.id
  WHERE coalesce(json_extract(d.settings, '$.settings.niche'), 1) <> 1);
--> statement-breakpoint
CREATE INDEX `profiles_active` ON `profiles` (`pool`,`gender`,`country`,`last_active_at`,`id`,`region`,`birth_date`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`,`shown_to_visitors`,`fictional`) WHERE status = 'active';
--> statement-breakpoint
CREATE INDEX `profiles_active_region` ON `profiles` (`pool`,`gender`,`country`,`region`,`last_active_at`,`id`,`birth_date`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`,`shown_to_visitors`,`fictional`) WHERE status = 'active';
--> statement-breakpoint
CREATE INDEX `profiles_active_anywhere` ON `profiles` (`pool`,`gender`,`last_active_at`,`id`,`birth_date`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`,`shown_to_visitors`,`fictional`) WHERE status = 'active';
--> statement-breakpoint
CREATE INDEX `profiles_newest` ON `profiles` (`pool`,`gender`,`country`,`created_at`,`id`,`region`,`birth_date`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`,`shown_to_visitors`,`fictional`) WHERE status = 'active';
--> statement-breakpoint
CREATE INDEX `profiles_newest_anywhere` ON `profiles` (`pool`,`gender`,`created_at`,`id`,`birth_date`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`,`shown_to_visitors`,`fictional`) WHERE status = 'active';
--> statement-breakpoint
ALTER TABLE `profile_counts` ADD `real` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `profile_counts` ADD `open` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `profile_counts` ADD `open_real` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
DROP TRIGGER profile_counts_insert;
--> statement-breakpoint
DROP TRIGGER profile_counts_delete;
--> statement-breakpoint
DROP TRIGGER profile_counts_leave;
--> statement-breakpoint
DROP TRIGGER profile_counts_enter;
--> statement-breakpoint
DELETE FROM profile_counts;
--> statement-breakpoint
INSERT INTO profile_counts (pool, gender, country, region, total, real, open, open_real)
SELECT pool, gender, '', '', count(*), sum(fictional = 0), sum(shown_to_visitors), sum(shown_to_visitors AND fictional = 0) FROM profiles WHERE status = 'active' GROUP BY 1, 2
UNION ALL SELECT pool, gender, country, '', count(*), sum(fictional = 0), sum(shown_to_visitors), sum(shown_to_visitors AND fictional = 0) FROM profiles WHERE status = 'active' GROUP BY 1, 2, 3
UNION ALL SELECT pool, gender, country, region, count(*), sum(fictional = 0), sum(shown_to_visitors), sum(shown_to_visitors AND fictional = 0) FROM profiles WHERE status = 'active' AND region IS NOT NULL
  GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
-- profile_counts: active profiles by gender × country × region; '' stands for all of a level.
CREATE TRIGGER profile_counts_insert AFTER INSERT ON profiles WHEN NEW.status = 'active' BEGIN
  INSERT INTO profile_counts (pool, gender, country, region, total, real, open, open_real)
  SELECT NEW.pool, NEW.gender, place.country, place.region, 1, NEW.fictional = 0, NEW.shown_to_visitors, NEW.shown_to_visitors AND NEW.fictional = 0
  FROM (SELECT '' AS country, '' AS region UNION ALL SELECT NEW.country, ''
    UNION ALL SELECT NEW.country, NEW.region WHERE NEW.region IS NOT NULL) place WHERE true
  ON CONFLICT DO UPDATE SET total = total + 1, real = real + excluded.real, open = open + excluded.open,
    open_real = open_real + excluded.open_real;
END;
--> statement-breakpoint
CREATE TRIGGER profile_counts_delete AFTER DELETE ON profiles WHEN OLD.status = 'active' BEGIN
  UPDATE profile_counts SET total = total - 1, real = real - (OLD.fictional = 0), open = open - OLD.shown_to_visitors,
    open_real = open_real - (OLD.shown_to_visitors AND OLD.fictional = 0)
  WHERE pool = OLD.pool AND gender = OLD.gender
    AND ((country = '' AND region = '') OR (country = OLD.country AND region IN ('', coalesce(OLD.region, ''))));
END;
--> statement-breakpoint
CREATE TRIGGER profile_counts_leave AFTER UPDATE OF status, gender, country, region, fictional, shown_to_visitors ON profiles WHEN OLD.status = 'active' BEGIN
  UPDATE profile_counts SET total = total - 1, real = real - (OLD.fictional = 0), open = open - OLD.shown_to_visitors,
    open_real = open_real - (OLD.shown_to_visitors AND OLD.fictional = 0)
  WHERE pool = OLD.pool AND gender = OLD.gender
    AND ((country = '' AND region = '') OR (country = OLD.country AND region IN ('', coalesce(OLD.region, ''))));
END;
--> statement-breakpoint
CREATE TRIGGER profile_counts_enter AFTER UPDATE OF status, gender, country, region, fictional, shown_to_visitors ON profiles WHEN NEW.status = 'active' BEGIN
  INSERT INTO profile_counts (pool, gender, country, region, total, real, open, open_real)
  SELECT NEW.pool, NEW.gender, place.country, place.region, 1, NEW.fictional = 0, NEW.shown_to_visitors, NEW.shown_to_visitors AND NEW.fictional = 0
  FROM (SELECT '' AS country, '' AS region UNION ALL SELECT NEW.country, ''
    UNION ALL SELECT NEW.country, NEW.region WHERE NEW.region IS NOT NULL) place WHERE true
  ON CONFLICT DO UPDATE SET total = total + 1, real = real + excluded.real, open = open + excluded.open,
    open_real = open_real + excluded.open_real;
END;
