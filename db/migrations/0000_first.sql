CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`pool` text NOT NULL,
	`domain_id` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`language` text NOT NULL,
	`status` text NOT NULL,
	`paid_user` integer DEFAULT false NOT NULL,
	`credits` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`new_likes` integer DEFAULT 0 NOT NULL,
	`notifications_disabled` text DEFAULT '[]' NOT NULL,
	`tracking` text DEFAULT '{}' NOT NULL,
	`signup_message` text,
	`signup_key` text,
	`terms_version` text NOT NULL,
	`terms_accepted_at` integer NOT NULL,
	`sensitive_version` text NOT NULL,
	`sensitive_accepted_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`activated_at` integer,
	CONSTRAINT "credits_not_negative" CHECK("accounts"."credits" >= 0),
	CONSTRAINT "unread_not_negative" CHECK("accounts"."unread" >= 0),
	CONSTRAINT "new_likes_not_negative" CHECK("accounts"."new_likes" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email` ON `accounts` (`pool`,`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_signup_key` ON `accounts` (`pool`,`signup_key`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`user_agent` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`account_id`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account_id` text NOT NULL,
	`code_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tokens_account` ON `tokens` (`account_id`,`kind`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`member_a` text NOT NULL,
	`member_b` text NOT NULL,
	`started_by` text NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_a`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_b`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "two_members" CHECK("conversations"."member_a" < "conversations"."member_b")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_pair` ON `conversations` (`member_a`,`member_b`);--> statement-breakpoint
CREATE INDEX `conversations_started` ON `conversations` (`started_by`,`created_at`);--> statement-breakpoint
CREATE TABLE `messages` (
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`id` text NOT NULL,
	`client_id` text NOT NULL,
	`sender_id` text NOT NULL,
	`type` text NOT NULL,
	`text` text NOT NULL,
	`price` integer NOT NULL,
	`created_at` integer NOT NULL,
	`delivered_at` integer,
	`read_at` integer,
	PRIMARY KEY(`conversation_id`, `seq`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "price_not_negative" CHECK("messages"."price" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_id` ON `messages` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client_id` ON `messages` (`sender_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `participants` (
	`conversation_id` text NOT NULL,
	`member_id` text NOT NULL,
	`other_id` text NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`read_seq` integer DEFAULT 0 NOT NULL,
	`removed_seq` integer DEFAULT 0 NOT NULL,
	`listed` integer DEFAULT true NOT NULL,
	`last_text` text DEFAULT '' NOT NULL,
	`last_sender` text,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `member_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "unread_not_negative" CHECK("participants"."unread" >= 0)
);
--> statement-breakpoint
CREATE INDEX `participants_list` ON `participants` (`member_id`,`last_at`,`conversation_id`) WHERE listed = 1;--> statement-breakpoint
CREATE TABLE `domains` (
	`id` text PRIMARY KEY NOT NULL,
	`pool` text NOT NULL,
	`settings` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `hosts` (
	`host` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `likes` (
	`liker_id` text NOT NULL,
	`liked_id` text NOT NULL,
	`is_new` integer DEFAULT true NOT NULL,
	`matched_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`liker_id`, `liked_id`),
	FOREIGN KEY (`liker_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`liked_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_oneself" CHECK("likes"."liker_id" <> "likes"."liked_id")
);
--> statement-breakpoint
CREATE INDEX `likes_sent` ON `likes` (`liker_id`,`created_at`,`liked_id`);--> statement-breakpoint
CREATE INDEX `likes_received` ON `likes` (`liked_id`,`is_new`,`created_at`,`liker_id`);--> statement-breakpoint
CREATE INDEX `likes_matched` ON `likes` (`liked_id`,`matched_at`,`liker_id`) WHERE matched_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`domain_id` text NOT NULL,
	`template` text NOT NULL,
	`recipient` text NOT NULL,
	`sender` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`next_attempt_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`status`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`,`blocker_id`);--> statement-breakpoint
CREATE TABLE `photos` (
	`id` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`key` text NOT NULL,
	`position` integer NOT NULL,
	`status` text NOT NULL,
	`visibility` text DEFAULT 'public' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `photos_profile` ON `photos` (`profile_id`,`position`);--> statement-breakpoint
CREATE TABLE `profile_counts` (
	`pool` text NOT NULL,
	`gender` text NOT NULL,
	`country` text NOT NULL,
	`region` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`pool`, `gender`, `country`, `region`)
);
--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`pool` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`status` text NOT NULL,
	`gender` text NOT NULL,
	`looking_for` text NOT NULL,
	`sexuality` text,
	`birth_date` text NOT NULL,
	`country` text NOT NULL,
	`region` text,
	`city` text,
	`hair` text,
	`eyes` text,
	`body` text,
	`relationship` text,
	`tattoos` text,
	`reason` text,
	`interests` text DEFAULT '[]' NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`fictional` integer DEFAULT false NOT NULL,
	`main_photo` text,
	`last_active_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "fictional_boolean" CHECK("profiles"."fictional" IN (0, 1))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_name` ON `profiles` (`pool`,`name_key`);--> statement-breakpoint
CREATE INDEX `profiles_active` ON `profiles` (`pool`,`gender`,`country`,`last_active_at`,`id`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `profiles_active_region` ON `profiles` (`pool`,`gender`,`country`,`region`,`last_active_at`,`id`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `profiles_active_anywhere` ON `profiles` (`pool`,`gender`,`last_active_at`,`id`) WHERE status = 'active';--> statement-breakpoint
CREATE TABLE `idempotency` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer,
	`answer` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idempotency_key` ON `idempotency` (`account_id`,`key`);--> statement-breakpoint
CREATE INDEX `idempotency_age` ON `idempotency` (`created_at`);--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`amount` integer NOT NULL,
	`kind` text NOT NULL,
	`cause` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_key` ON `ledger` (`account_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `ledger_account` ON `ledger` (`account_id`,`id`);