CREATE TABLE `news` (
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `kind`, `subject`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `news_due` ON `news` (`due_at`);--> statement-breakpoint
CREATE INDEX `mail_reports_created` ON `mail_reports` (`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`next_attempt_at`) WHERE status = 'failed' AND text <> '';--> statement-breakpoint
CREATE INDEX `outbox_remembered` ON `outbox` (`created_at`) WHERE recipient <> '';