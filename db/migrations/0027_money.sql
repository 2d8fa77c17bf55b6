CREATE TABLE `gifts` (
	`id` text PRIMARY KEY NOT NULL,
	`sender_id` text NOT NULL,
	`receiver_id` text NOT NULL,
	`gift` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`shown` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sender_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`receiver_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `gifts_receiver` ON `gifts` (`receiver_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `gifts_sender` ON `gifts` (`sender_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `photo_unlocks` (
	`account_id` text NOT NULL,
	`profile_id` text NOT NULL,
	`price` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `profile_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `photo_unlocks_profile` ON `photo_unlocks` (`profile_id`);--> statement-breakpoint
CREATE TABLE `discount_codes` (
	`domain_id` text NOT NULL,
	`code` text NOT NULL,
	`percentage` integer NOT NULL,
	`country` text,
	`account_id` text,
	`expires_at` integer,
	`currency` text,
	`minimum_order` integer,
	`status` text DEFAULT 'active' NOT NULL,
	`validity` text DEFAULT 'once-per-user' NOT NULL,
	`methods` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`domain_id`, `code`),
	CONSTRAINT "percentage_in_range" CHECK("discount_codes"."percentage" BETWEEN 1 AND 990)
);
--> statement-breakpoint
CREATE INDEX `discount_codes_account` ON `discount_codes` (`account_id`);--> statement-breakpoint
CREATE TABLE `discount_uses` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`code` text NOT NULL,
	`account_id` text NOT NULL,
	`validity` text NOT NULL,
	`state` text NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `discount_uses_member` ON `discount_uses` (`account_id`,`scope`,`code`) WHERE state <> 'released' AND validity <> 'unlimited';--> statement-breakpoint
CREATE UNIQUE INDEX `discount_uses_once` ON `discount_uses` (`scope`,`code`) WHERE state <> 'released' AND validity = 'once';--> statement-breakpoint
CREATE TABLE `exclusions` (
	`id` text PRIMARY KEY NOT NULL,
	`pool` text NOT NULL,
	`kind` text NOT NULL,
	`print` text NOT NULL,
	`scope` text NOT NULL,
	`until` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `exclusions_print` ON `exclusions` (`pool`,`print`,`until`);--> statement-breakpoint
CREATE TABLE `mandates` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`reference` text NOT NULL,
	`package_id` text NOT NULL,
	`discount_code` text,
	`status` text NOT NULL,
	`holder` text NOT NULL,
	`address` text NOT NULL,
	`sealed_iban` text,
	`iban_print` text NOT NULL,
	`iban_end` text NOT NULL,
	`mobile` text NOT NULL,
	`code_hash` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`code_expires_at` integer,
	`payment_id` text,
	`created_at` integer NOT NULL,
	`signed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mandates_reference` ON `mandates` (`reference`);--> statement-breakpoint
CREATE INDEX `mandates_account` ON `mandates` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `mandates_blocked` ON `mandates` (`iban_print`) WHERE status = 'blocked';--> statement-breakpoint
CREATE TABLE `payment_notices` (
	`provider` text NOT NULL,
	`id` text NOT NULL,
	`payment_id` text NOT NULL,
	`event` text NOT NULL,
	`outcome` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `id`)
);
--> statement-breakpoint
CREATE INDEX `payment_notices_payment` ON `payment_notices` (`payment_id`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`package_id` text NOT NULL,
	`credits` integer NOT NULL,
	`currency` text NOT NULL,
	`list_amount` integer NOT NULL,
	`reduction` integer DEFAULT 0 NOT NULL,
	`amount` integer NOT NULL,
	`tax_rate` integer DEFAULT 0 NOT NULL,
	`tax_amount` integer DEFAULT 0 NOT NULL,
	`country` text NOT NULL,
	`method` text NOT NULL,
	`provider` text NOT NULL,
	`provider_ref` text,
	`status` text NOT NULL,
	`discount_code` text,
	`discount_percentage` integer DEFAULT 0 NOT NULL,
	`seller` text NOT NULL,
	`series` text NOT NULL,
	`buyer_name` text NOT NULL,
	`language` text NOT NULL,
	`stored_method_id` text,
	`redirect` text,
	`refund_days` integer NOT NULL,
	`idempotency_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ask_at` integer NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_positive" CHECK("payments"."amount" > 0 AND "payments"."credits" > 0),
	CONSTRAINT "payment_sum" CHECK("payments"."amount" = "payments"."list_amount" - "payments"."reduction" AND "payments"."reduction" >= 0),
	CONSTRAINT "payment_tax" CHECK("payments"."tax_amount" BETWEEN 0 AND "payments"."amount")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_key` ON `payments` (`account_id`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_ref` ON `payments` (`provider`,`provider_ref`);--> statement-breakpoint
CREATE INDEX `payments_account` ON `payments` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payments_open` ON `payments` (`ask_at`) WHERE status IN ('created', 'pending');--> statement-breakpoint
CREATE TABLE `receipts` (
	`series` text NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`payment_id` text NOT NULL,
	`amount` integer NOT NULL,
	`tax_amount` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`series`, `number`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `receipts_payment` ON `receipts` (`payment_id`,`number`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`account_id` text NOT NULL,
	`amount` integer NOT NULL,
	`credits` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_positive" CHECK("refunds"."amount" > 0 AND "refunds"."credits" >= 0)
);
--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`updated_at`) WHERE status = 'requested';--> statement-breakpoint
CREATE TABLE `stored_methods` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`provider` text NOT NULL,
	`method` text NOT NULL,
	`token` text NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stored_methods_token` ON `stored_methods` (`account_id`,`provider`,`token`);--> statement-breakpoint
CREATE INDEX `stored_methods_account` ON `stored_methods` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `debts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`credits` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `debts_account` ON `debts` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `lots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`entry_id` integer,
	`payment_id` text,
	`credits` integer NOT NULL,
	`remaining` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`entry_id`) REFERENCES `ledger`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lot_not_empty" CHECK("lots"."credits" > 0),
	CONSTRAINT "lot_covered" CHECK("lots"."remaining" BETWEEN 0 AND "lots"."credits")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lots_entry` ON `lots` (`entry_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `lots_payment` ON `lots` (`payment_id`);--> statement-breakpoint
CREATE INDEX `lots_open` ON `lots` (`account_id`,`id`) WHERE remaining > 0;--> statement-breakpoint
CREATE TABLE `postings` (
	`entry_id` integer NOT NULL,
	`lot_id` integer NOT NULL,
	`debit` text NOT NULL,
	`credit` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`entry_id`, `lot_id`),
	FOREIGN KEY (`entry_id`) REFERENCES `ledger`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lot_id`) REFERENCES `lots`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "posting_positive" CHECK("postings"."amount" > 0),
	CONSTRAINT "posting_of_member" CHECK(("postings"."debit" = 'member') <> ("postings"."credit" = 'member'))
);
--> statement-breakpoint
CREATE INDEX `postings_lot` ON `postings` (`lot_id`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `debt` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `ledger` ADD `lot_id` integer;--> statement-breakpoint
ALTER TABLE `ledger` ADD `reverses_id` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_reverses` ON `ledger` (`reverses_id`) WHERE reverses_id IS NOT NULL;