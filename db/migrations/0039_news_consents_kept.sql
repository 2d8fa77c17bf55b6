DROP TRIGGER preferences_news_withdrawn;
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_news_consents` (
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`version` text NOT NULL,
	`language` text NOT NULL,
	`accepted_at` integer NOT NULL,
	`withdrawn_at` integer,
	PRIMARY KEY(`account_id`, `accepted_at`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_news_consents`("account_id", "domain_id", "version", "language", "accepted_at", "withdrawn_at") SELECT "account_id", (SELECT a.domain_id FROM accounts a WHERE a.id = account_id), "version", "language", "accepted_at", "withdrawn_at" FROM `news_consents`;--> statement-breakpoint
DROP TABLE `news_consents`;--> statement-breakpoint
ALTER TABLE `__new_news_consents` RENAME TO `news_consents`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `news_consents_standing` ON `news_consents` (`domain_id`,`account_id`) WHERE withdrawn_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER preferences_news_withdrawn AFTER UPDATE OF channels ON preferences
WHEN coalesce(json_extract(OLD.channels, '$.site_news.mail'), 0) = 1 AND coalesce(json_extract(NEW.channels, '$.site_news.mail'), 0) = 0 BEGIN
  UPDATE news_consents SET withdrawn_at = NEW.updated_at WHERE account_id = NEW.account_id AND withdrawn_at IS NULL;
END;
