CREATE TABLE `news_consents` (
	`account_id` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`language` text NOT NULL,
	`accepted_at` integer NOT NULL,
	`withdrawn_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `news_consents_standing` ON `news_consents` (`account_id`) WHERE withdrawn_at IS NULL;--> statement-breakpoint
CREATE TABLE `site_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`texts` text NOT NULL,
	`per_day` integer NOT NULL,
	`status` text DEFAULT 'proposed' NOT NULL,
	`proposed_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`sent_to` text,
	`sent` integer DEFAULT 0 NOT NULL,
	`day` text DEFAULT '' NOT NULL,
	`sent_today` integer DEFAULT 0 NOT NULL,
	`ended_at` integer,
	CONSTRAINT "site_mails_decided" CHECK(("site_mails"."status" = 'proposed') = ("site_mails"."decided_at" IS NULL)),
	CONSTRAINT "site_mails_ended" CHECK(("site_mails"."status" IN ('proposed', 'sending')) = ("site_mails"."ended_at" IS NULL))
);
--> statement-breakpoint
CREATE TRIGGER preferences_news_withdrawn AFTER UPDATE OF channels ON preferences
WHEN coalesce(json_extract(OLD.channels, '$.site_news.mail'), 0) = 1 AND coalesce(json_extract(NEW.channels, '$.site_news.mail'), 0) = 0 BEGIN
  UPDATE news_consents SET withdrawn_at = NEW.updated_at WHERE account_id = NEW.account_id AND withdrawn_at IS NULL;
END;
