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
	`debt` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`new_likes` integer DEFAULT 0 NOT NULL,
	`notifications_disabled` text DEFAULT '[]' NOT NULL,
	`tracking` text DEFAULT '{}' NOT NULL,
	`traffic_source` text,
	`signup_message` text,
	`signup_profile` text,
	`signup_intent` text,
	`signup_key` text,
	`wanted_name` text,
	`wanted_key` text,
	`terms_version` text NOT NULL,
	`terms_accepted_at` integer NOT NULL,
	`sensitive_version` text NOT NULL,
	`sensitive_accepted_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`activated_at` integer,
	`reminders` integer DEFAULT 0 NOT NULL,
	`muted_until` integer,
	`caution` integer DEFAULT 0 NOT NULL,
	`deleted_at` integer,
	CONSTRAINT "credits_not_negative" CHECK("accounts"."credits" >= 0),
	CONSTRAINT "unread_not_negative" CHECK("accounts"."unread" >= 0),
	CONSTRAINT "new_likes_not_negative" CHECK("accounts"."new_likes" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email` ON `accounts` (`pool`,`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_signup_key` ON `accounts` (`pool`,`signup_key`);--> statement-breakpoint
CREATE INDEX `accounts_unconfirmed` ON `accounts` (`created_at`) WHERE status = 'not_confirmed';--> statement-breakpoint
CREATE INDEX `accounts_reminders` ON `accounts` (`reminders`,`created_at`) WHERE status = 'not_confirmed';--> statement-breakpoint
CREATE INDEX `accounts_deleted` ON `accounts` (`deleted_at`) WHERE status = 'deleted';--> statement-breakpoint
CREATE INDEX `accounts_wanted` ON `accounts` (`pool`,`wanted_key`) WHERE wanted_key IS NOT NULL;--> statement-breakpoint
CREATE TABLE `consents` (
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`version` text NOT NULL,
	`language` text NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `kind`, `version`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `data_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`status` text NOT NULL,
	`key` text NOT NULL,
	`size` integer,
	`created_at` integer NOT NULL,
	`ready_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `data_exports_account` ON `data_exports` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `data_exports_expires` ON `data_exports` (`expires_at`);--> statement-breakpoint
CREATE TABLE `departures` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text,
	`days` integer NOT NULL,
	`paid_user` integer NOT NULL,
	`day` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invites` (
	`hash` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`account_id` text,
	`uses_left` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "uses_not_negative" CHECK("invites"."uses_left" >= 0)
);
--> statement-breakpoint
CREATE INDEX `invites_account` ON `invites` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `invites_expires` ON `invites` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`rp_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`transports` text DEFAULT '[]' NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_account` ON `passkeys` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`user_agent` text NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	`last_seen_at` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`new_device` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`account_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account_id` text NOT NULL,
	`code_hash` text,
	`data` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tokens_account` ON `tokens` (`account_id`,`kind`);--> statement-breakpoint
CREATE INDEX `tokens_expires` ON `tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `archive_erasures` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`up_to_seq` integer NOT NULL,
	`gone_id` text,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `archive_erasures_due` ON `archive_erasures` (`due_at`);--> statement-breakpoint
CREATE TABLE `archived_sends` (
	`sender_id` text NOT NULL,
	`client_id` text NOT NULL,
	PRIMARY KEY(`sender_id`, `client_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `chat_drafts` (
	`member_id` text NOT NULL,
	`other_id` text NOT NULL,
	`text` text NOT NULL,
	`reply_to` integer,
	`updated_at` integer NOT NULL,
	`typed_at` integer DEFAULT 0 NOT NULL,
	`client_id` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`member_id`, `other_id`),
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "draft_to_another" CHECK("chat_drafts"."member_id" <> "chat_drafts"."other_id"),
	CONSTRAINT "draft_length" CHECK(length("chat_drafts"."text") BETWEEN 0 AND 20000)
);
--> statement-breakpoint
CREATE INDEX `chat_drafts_other` ON `chat_drafts` (`other_id`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`member_a` text NOT NULL,
	`member_b` text NOT NULL,
	`started_by` text NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`archived_seq` integer DEFAULT 0 NOT NULL,
	`oldest_at` integer,
	`pool` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`member_a`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_b`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "two_members" CHECK("conversations"."member_a" < "conversations"."member_b")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_pair` ON `conversations` (`member_a`,`member_b`);--> statement-breakpoint
CREATE INDEX `conversations_member_b` ON `conversations` (`member_b`);--> statement-breakpoint
CREATE INDEX `conversations_started` ON `conversations` (`started_by`,`created_at`);--> statement-breakpoint
CREATE INDEX `conversations_oldest` ON `conversations` (`pool`,`oldest_at`) WHERE oldest_at IS NOT NULL;--> statement-breakpoint
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
	`reply_to` integer,
	`edited_at` integer,
	`sender_reaction` text,
	`receiver_reaction` text,
	`hidden_from_sender` integer DEFAULT false NOT NULL,
	`hidden_from_receiver` integer DEFAULT false NOT NULL,
	`sender_changed` integer,
	`receiver_changed` integer,
	PRIMARY KEY(`conversation_id`, `seq`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "price_not_negative" CHECK("messages"."price" >= 0),
	CONSTRAINT "reply_to_earlier" CHECK("messages"."reply_to" BETWEEN 1 AND "messages"."seq" - 1),
	CONSTRAINT "edited_text" CHECK("messages"."edited_at" IS NULL OR ("messages"."type" = 'text' AND "messages"."edited_at" >= "messages"."created_at")),
	CONSTRAINT "sender_reaction_known" CHECK("messages"."sender_reaction" IN ('heart', 'kiss', 'laugh', 'wow', 'fire', 'thumbs_up')),
	CONSTRAINT "receiver_reaction_known" CHECK("messages"."receiver_reaction" IN ('heart', 'kiss', 'laugh', 'wow', 'fire', 'thumbs_up')),
	CONSTRAINT "hidden_from_sender_flag" CHECK("messages"."hidden_from_sender" IN (0, 1)),
	CONSTRAINT "hidden_from_receiver_flag" CHECK("messages"."hidden_from_receiver" IN (0, 1))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_id` ON `messages` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client_id` ON `messages` (`sender_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `messages_sender_changed` ON `messages` (`conversation_id`,`sender_changed`) WHERE sender_changed IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_receiver_changed` ON `messages` (`conversation_id`,`receiver_changed`) WHERE receiver_changed IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_hidden` ON `messages` (`conversation_id`) WHERE hidden_from_sender = 1 OR hidden_from_receiver = 1;--> statement-breakpoint
CREATE TABLE `openers` (
	`member_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sketch` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `seq`),
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "opener_seq" CHECK("openers"."seq" > 0)
);
--> statement-breakpoint
CREATE TABLE `participants` (
	`conversation_id` text NOT NULL,
	`member_id` text NOT NULL,
	`other_id` text NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`read_seq` integer DEFAULT 0 NOT NULL,
	`removed_seq` integer DEFAULT 0 NOT NULL,
	`listed` integer DEFAULT true NOT NULL,
	`muted` integer DEFAULT false NOT NULL,
	`opened_at` integer,
	`other_name` text DEFAULT '' NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`wrote` integer DEFAULT false NOT NULL,
	`last_text` text DEFAULT '' NOT NULL,
	`last_sender` text,
	`last_at` integer NOT NULL,
	`changes` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`conversation_id`, `member_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "unread_not_negative" CHECK("participants"."unread" >= 0)
);
--> statement-breakpoint
CREATE INDEX `participants_list` ON `participants` (`member_id`,`last_at`,`conversation_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `participants_name` ON `participants` (`member_id`,`other_name`,`conversation_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `participants_opened` ON `participants` (`member_id`,`opened_at`) WHERE opened_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `chat_photos` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text,
	`sender_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`client_id` text NOT NULL,
	`status` text NOT NULL,
	`rejected_for` text,
	`checked_at` integer,
	`width` integer,
	`height` integer,
	`preview` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sender_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "chat_photo_status" CHECK("chat_photos"."status" IN ('inspection', 'active', 'rejected', 'gone'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_photos_key` ON `chat_photos` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `chat_photos_message` ON `chat_photos` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `chat_photos_sender` ON `chat_photos` (`sender_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `chat_photos_waiting` ON `chat_photos` (`created_at`) WHERE status = 'inspection';--> statement-breakpoint
CREATE INDEX `chat_photos_unwanted` ON `chat_photos` (`created_at`) WHERE status IN ('rejected', 'gone') AND key IS NOT NULL;--> statement-breakpoint
CREATE TABLE `complaints` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`domain_id` text NOT NULL,
	`account_id` text,
	`kind` text NOT NULL,
	`name` text,
	`email` text,
	`link` text,
	`text` text NOT NULL,
	`language` text NOT NULL,
	`country` text NOT NULL,
	`complaint_key` text,
	`receipt` integer NOT NULL,
	`created_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`closed_at` integer,
	`outcome` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `complaints_reference` ON `complaints` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `complaints_key` ON `complaints` (`domain_id`,`complaint_key`);--> statement-breakpoint
CREATE INDEX `complaints_created` ON `complaints` (`domain_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `complaints_account` ON `complaints` (`account_id`);--> statement-breakpoint
CREATE INDEX `complaints_email` ON `complaints` (`email`);--> statement-breakpoint
CREATE TABLE `decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`domain_id` text NOT NULL,
	`pool` text NOT NULL,
	`member_id` text NOT NULL,
	`report_id` text,
	`about` text NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`until` integer,
	`words` text,
	`decided_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`objection` text,
	`objected_at` integer,
	`outcome` text,
	`closed_at` integer,
	`lifted_at` integer,
	`lifted_by` text,
	CONSTRAINT "decision_outcome" CHECK("decisions"."outcome" IS NULL OR "decisions"."objected_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `decisions_reference` ON `decisions` (`reference`);--> statement-breakpoint
CREATE INDEX `decisions_member` ON `decisions` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `message_reads` (
	`item` text NOT NULL,
	`member_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`messages` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_reads_once` ON `message_reads` (`item`,`member_id`,`staff_id`);--> statement-breakpoint
CREATE INDEX `message_reads_member` ON `message_reads` (`member_id`,`at`);--> statement-breakpoint
CREATE TABLE `photo_reads` (
	`photo_id` text NOT NULL,
	`member_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`day` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `photo_reads_once` ON `photo_reads` (`photo_id`,`staff_id`,`day`);--> statement-breakpoint
CREATE INDEX `photo_reads_member` ON `photo_reads` (`member_id`,`at`);--> statement-breakpoint
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
CREATE TABLE `domain_assets` (
	`domain_id` text NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`part` integer NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`domain_id`, `hash`, `name`, `part`)
);
--> statement-breakpoint
CREATE TABLE `domain_icons` (
	`domain_id` text NOT NULL,
	`path` text NOT NULL,
	`version` text NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`domain_id`, `path`),
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `domain_previews` (
	`host` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `domain_versions` (
	`domain_id` text NOT NULL,
	`number` integer NOT NULL,
	`settings` text NOT NULL,
	`applied_at` integer NOT NULL,
	`by` text NOT NULL,
	PRIMARY KEY(`domain_id`, `number`)
);
--> statement-breakpoint
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
CREATE TABLE `operator_keys` (
	`hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pool_hosts` (
	`host` text PRIMARY KEY NOT NULL,
	`pool` text NOT NULL,
	FOREIGN KEY (`pool`) REFERENCES `pools`(`pool`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `pools` (
	`pool` text PRIMARY KEY NOT NULL,
	`database` text NOT NULL,
	CONSTRAINT "pools_database" CHECK("pools"."database" GLOB 'DB_*')
);
--> statement-breakpoint
CREATE TABLE `daily_figures` (
	`domain_id` text NOT NULL,
	`day` integer NOT NULL,
	`name` text NOT NULL,
	`part` text DEFAULT '' NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`domain_id`, `day`, `name`, `part`)
);
--> statement-breakpoint
CREATE TABLE `fraud_removals` (
	`member_id` text PRIMARY KEY NOT NULL,
	`decision_id` text NOT NULL,
	`since` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `fraud_returns` (
	`fraud_id` text NOT NULL,
	`account_id` text NOT NULL,
	`since` integer NOT NULL,
	`state` text DEFAULT 'due' NOT NULL,
	`credits` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`fraud_id`, `account_id`)
);
--> statement-breakpoint
CREATE INDEX `fraud_returns_account` ON `fraud_returns` (`account_id`);--> statement-breakpoint
CREATE INDEX `fraud_returns_open` ON `fraud_returns` (`created_at`) WHERE state <> 'done';--> statement-breakpoint
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
CREATE TABLE `likes` (
	`liker_id` text NOT NULL,
	`liked_id` text NOT NULL,
	`is_new` integer DEFAULT true NOT NULL,
	`matched_at` integer,
	`announced_at` integer,
	`created_at` integer NOT NULL,
	`target` text,
	PRIMARY KEY(`liker_id`, `liked_id`),
	FOREIGN KEY (`liker_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`liked_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_oneself" CHECK("likes"."liker_id" <> "likes"."liked_id")
);
--> statement-breakpoint
CREATE INDEX `likes_sent` ON `likes` (`liker_id`,`created_at`,`liked_id`);--> statement-breakpoint
CREATE INDEX `likes_received` ON `likes` (`liked_id`,`is_new`,`created_at`,`liker_id`);--> statement-breakpoint
CREATE INDEX `likes_matched` ON `likes` (`liked_id`,`matched_at`,`liker_id`) WHERE matched_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `likes_unannounced` ON `likes` (`liked_id`,`created_at`,`liker_id`) WHERE announced_at IS NULL AND is_new = 1;--> statement-breakpoint
CREATE TABLE `pending_likes` (
	`liker_id` text NOT NULL,
	`liked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`liker_id`, `liked_id`),
	FOREIGN KEY (`liker_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`liked_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_oneself_pending" CHECK("pending_likes"."liker_id" <> "pending_likes"."liked_id")
);
--> statement-breakpoint
CREATE INDEX `pending_likes_liked` ON `pending_likes` (`liked_id`);--> statement-breakpoint
CREATE TABLE `mail_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`account_id` text,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mail_reports_account` ON `mail_reports` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `mail_reports_created` ON `mail_reports` (`created_at`);--> statement-breakpoint
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
	`headers` text DEFAULT '{}' NOT NULL,
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
CREATE INDEX `outbox_account` ON `outbox` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`next_attempt_at`) WHERE status = 'failed' AND text <> '';--> statement-breakpoint
CREATE INDEX `outbox_remembered` ON `outbox` (`created_at`) WHERE recipient <> '';--> statement-breakpoint
CREATE TABLE `match_answers` (
	`member_id` text PRIMARY KEY NOT NULL,
	`answers` text NOT NULL,
	`answered_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `blocks` (
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`conversation_id` text,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_oneself_block" CHECK("blocks"."blocker_id" <> "blocks"."blocked_id")
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`,`blocker_id`);--> statement-breakpoint
CREATE INDEX `blocks_conversation` ON `blocks` (`conversation_id`) WHERE conversation_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `photo_grants` (
	`owner_id` text NOT NULL,
	`member_id` text NOT NULL,
	`status` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `member_id`),
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_own_photos" CHECK("photo_grants"."owner_id" <> "photo_grants"."member_id"),
	CONSTRAINT "grant_status" CHECK("photo_grants"."status" IN ('requested', 'granted', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `photo_grants_owner` ON `photo_grants` (`owner_id`,`status`,`at`,`member_id`);--> statement-breakpoint
CREATE INDEX `photo_grants_member` ON `photo_grants` (`member_id`);--> statement-breakpoint
CREATE TABLE `photos` (
	`id` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`key` text NOT NULL,
	`position` integer NOT NULL,
	`status` text NOT NULL,
	`visibility` text DEFAULT 'public' NOT NULL,
	`created_at` integer NOT NULL,
	`rejected_for` text,
	`checked_at` integer,
	`width` integer,
	`height` integer,
	`preview` text,
	`compared_at` integer,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `photos_profile` ON `photos` (`profile_id`,`position`);--> statement-breakpoint
CREATE TABLE `profile_bits` (
	`pool` text NOT NULL,
	`gender` text NOT NULL,
	`term` text NOT NULL,
	`country` text NOT NULL,
	`block` integer NOT NULL,
	`w0` integer DEFAULT 0 NOT NULL,
	`w1` integer DEFAULT 0 NOT NULL,
	`w2` integer DEFAULT 0 NOT NULL,
	`w3` integer DEFAULT 0 NOT NULL,
	`w4` integer DEFAULT 0 NOT NULL,
	`w5` integer DEFAULT 0 NOT NULL,
	`w6` integer DEFAULT 0 NOT NULL,
	`w7` integer DEFAULT 0 NOT NULL,
	`w8` integer DEFAULT 0 NOT NULL,
	`w9` integer DEFAULT 0 NOT NULL,
	`w10` integer DEFAULT 0 NOT NULL,
	`w11` integer DEFAULT 0 NOT NULL,
	`w12` integer DEFAULT 0 NOT NULL,
	`w13` integer DEFAULT 0 NOT NULL,
	`w14` integer DEFAULT 0 NOT NULL,
	`w15` integer DEFAULT 0 NOT NULL,
	`w16` integer DEFAULT 0 NOT NULL,
	`w17` integer DEFAULT 0 NOT NULL,
	`w18` integer DEFAULT 0 NOT NULL,
	`w19` integer DEFAULT 0 NOT NULL,
	`w20` integer DEFAULT 0 NOT NULL,
	`w21` integer DEFAULT 0 NOT NULL,
	`w22` integer DEFAULT 0 NOT NULL,
	`w23` integer DEFAULT 0 NOT NULL,
	`w24` integer DEFAULT 0 NOT NULL,
	`w25` integer DEFAULT 0 NOT NULL,
	`w26` integer DEFAULT 0 NOT NULL,
	`w27` integer DEFAULT 0 NOT NULL,
	`w28` integer DEFAULT 0 NOT NULL,
	`w29` integer DEFAULT 0 NOT NULL,
	`w30` integer DEFAULT 0 NOT NULL,
	`w31` integer DEFAULT 0 NOT NULL,
	`w32` integer DEFAULT 0 NOT NULL,
	`w33` integer DEFAULT 0 NOT NULL,
	`w34` integer DEFAULT 0 NOT NULL,
	`w35` integer DEFAULT 0 NOT NULL,
	`w36` integer DEFAULT 0 NOT NULL,
	`w37` integer DEFAULT 0 NOT NULL,
	`w38` integer DEFAULT 0 NOT NULL,
	`w39` integer DEFAULT 0 NOT NULL,
	`w40` integer DEFAULT 0 NOT NULL,
	`w41` integer DEFAULT 0 NOT NULL,
	`w42` integer DEFAULT 0 NOT NULL,
	`w43` integer DEFAULT 0 NOT NULL,
	`w44` integer DEFAULT 0 NOT NULL,
	`w45` integer DEFAULT 0 NOT NULL,
	`w46` integer DEFAULT 0 NOT NULL,
	`w47` integer DEFAULT 0 NOT NULL,
	`w48` integer DEFAULT 0 NOT NULL,
	`w49` integer DEFAULT 0 NOT NULL,
	`w50` integer DEFAULT 0 NOT NULL,
	`w51` integer DEFAULT 0 NOT NULL,
	`w52` integer DEFAULT 0 NOT NULL,
	`w53` integer DEFAULT 0 NOT NULL,
	`w54` integer DEFAULT 0 NOT NULL,
	`w55` integer DEFAULT 0 NOT NULL,
	`w56` integer DEFAULT 0 NOT NULL,
	`w57` integer DEFAULT 0 NOT NULL,
	`w58` integer DEFAULT 0 NOT NULL,
	`w59` integer DEFAULT 0 NOT NULL,
	`w60` integer DEFAULT 0 NOT NULL,
	`w61` integer DEFAULT 0 NOT NULL,
	`w62` integer DEFAULT 0 NOT NULL,
	`w63` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`pool`, `gender`, `term`, `country`, `block`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `profile_counts` (
	`pool` text NOT NULL,
	`gender` text NOT NULL,
	`country` text NOT NULL,
	`region` text NOT NULL,
	`total` integer NOT NULL,
	`real` integer DEFAULT 0 NOT NULL,
	`open` integer DEFAULT 0 NOT NULL,
	`open_real` integer DEFAULT 0 NOT NULL,
	`with_photo` integer DEFAULT 0 NOT NULL,
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
	`cell` integer DEFAULT 0 NOT NULL,
	`slot` integer,
	`hair` text,
	`eyes` text,
	`body` text,
	`relationship` text,
	`tattoos` text,
	`reason` text,
	`interests` text DEFAULT '[]' NOT NULL,
	`answers` text DEFAULT '{}' NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`prompts` text DEFAULT '[]' NOT NULL,
	`fictional` integer DEFAULT false NOT NULL,
	`shown_to_visitors` integer DEFAULT true NOT NULL,
	`main_photo` text,
	`has_photo` integer DEFAULT false NOT NULL,
	`main_preview` text,
	`photo_checked` integer DEFAULT false NOT NULL,
	`verified` integer DEFAULT false NOT NULL,
	`next_gesture` text,
	`last_active_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "fictional_boolean" CHECK("profiles"."fictional" IN (0, 1)),
	CONSTRAINT "fictional_unverified" CHECK("profiles"."verified" = 0 OR "profiles"."fictional" = 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_name` ON `profiles` (`pool`,`name_key`);--> statement-breakpoint
CREATE INDEX `profiles_active` ON `profiles` (`pool`,`gender`,`country`,`has_photo`,`last_active_at`,`id`,`region`,`created_at`,`birth_date`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`,`answers`,`shown_to_visitors`,`fictional`,`photo_checked`,`verified`,`cell`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `profiles_active_region` ON `profiles` (`pool`,`gender`,`country`,`region`,`has_photo`,`last_active_at`,`id`,`created_at`,`birth_date`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`,`answers`,`shown_to_visitors`,`fictional`,`photo_checked`,`verified`,`cell`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `profiles_active_anywhere` ON `profiles` (`pool`,`gender`,`has_photo`,`last_active_at`,`id`,`created_at`,`birth_date`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`,`answers`,`shown_to_visitors`,`fictional`,`photo_checked`,`verified`,`cell`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `profiles_newest` ON `profiles` (`pool`,`gender`,`country`,`created_at`,`id`,`region`,`has_photo`,`birth_date`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`,`answers`,`shown_to_visitors`,`fictional`,`photo_checked`,`verified`,`cell`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `profiles_newest_anywhere` ON `profiles` (`pool`,`gender`,`created_at`,`id`,`has_photo`,`birth_date`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`,`answers`,`shown_to_visitors`,`fictional`,`photo_checked`,`verified`,`cell`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `profiles_near` ON `profiles` (`pool`,`cell`,"created_at" desc,"id" desc,`gender`,`country`,`region`,`has_photo`,`birth_date`,`sexuality`,`hair`,`eyes`,`body`,`relationship`,`tattoos`,`reason`,`interests`,`answers`,`shown_to_visitors`,`fictional`,`photo_checked`,`verified`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `profiles_slot` ON `profiles` (`pool`,`gender`,`country`,`slot`);--> statement-breakpoint
CREATE INDEX `profiles_deck` ON `profiles` (`pool`,`gender`,`looking_for`,`country`,`has_photo`,`last_active_at`,`id`,`fictional`) WHERE status = 'active';--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`filter` text NOT NULL,
	`filter_key` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`sort` text DEFAULT 'last_active' NOT NULL,
	`notify` integer NOT NULL,
	`seen_until` integer NOT NULL,
	`due_at` integer NOT NULL,
	`fresh` integer DEFAULT 0 NOT NULL,
	`found_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_member` ON `saved_searches` (`member_id`,`domain_id`,`filter_key`);--> statement-breakpoint
CREATE INDEX `saved_searches_due` ON `saved_searches` (`due_at`) WHERE notify = 1;--> statement-breakpoint
CREATE TABLE `visits` (
	`visited_id` text NOT NULL,
	`visitor_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`visited_id`, `visitor_id`),
	FOREIGN KEY (`visited_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`visitor_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "not_own_visit" CHECK("visits"."visited_id" <> "visits"."visitor_id")
);
--> statement-breakpoint
CREATE INDEX `visits_list` ON `visits` (`visited_id`,`at`,`visitor_id`);--> statement-breakpoint
CREATE INDEX `visits_visitor` ON `visits` (`visitor_id`);--> statement-breakpoint
CREATE INDEX `visits_at` ON `visits` (`at`);--> statement-breakpoint
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
CREATE TABLE `notified` (
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `kind`, `subject`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notified_at` ON `notified` (`at`);--> statement-breakpoint
CREATE TABLE `preferences` (
	`account_id` text PRIMARY KEY NOT NULL,
	`channels` text DEFAULT '{}' NOT NULL,
	`invisible` integer DEFAULT false NOT NULL,
	`paused` integer DEFAULT false NOT NULL,
	`show_read` integer DEFAULT true NOT NULL,
	`show_online` integer DEFAULT true NOT NULL,
	`mail_login` integer DEFAULT true NOT NULL,
	`spend_limits` text DEFAULT '{"day":null,"week":null,"month":null}' NOT NULL,
	`spend_raise` text,
	`push_names` integer DEFAULT false NOT NULL,
	`quiet` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`endpoint` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`session_hash` text NOT NULL,
	`domain_id` text NOT NULL,
	`public_key` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	`refused_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`token_hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_account` ON `push_subscriptions` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_hash`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_refused` ON `push_subscriptions` (`refused_at`) WHERE refused_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `pushes` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`outcome` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pushes_subject` ON `pushes` (`account_id`,`subject`);--> statement-breakpoint
CREATE INDEX `pushes_created` ON `pushes` (`created_at`);--> statement-breakpoint
CREATE INDEX `pushes_digests` ON `pushes` (`due_at`) WHERE kind = 'digest' AND outcome IS NULL;--> statement-breakpoint
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
CREATE INDEX `payment_notices_received` ON `payment_notices` (`received_at`);--> statement-breakpoint
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
	`said_at` integer,
	`iban_print` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_positive" CHECK("payments"."amount" > 0 AND "payments"."credits" > 0),
	CONSTRAINT "payment_sum" CHECK("payments"."amount" = "payments"."list_amount" - "payments"."reduction" AND "payments"."reduction" >= 0),
	CONSTRAINT "payment_tax" CHECK("payments"."tax_amount" BETWEEN 0 AND "payments"."amount")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_key` ON `payments` (`account_id`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_ref` ON `payments` (`provider`,`provider_ref`);--> statement-breakpoint
CREATE INDEX `payments_account` ON `payments` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payments_iban` ON `payments` (`iban_print`,`created_at`) WHERE iban_print IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_completed_at` ON `payments` (`completed_at`) WHERE completed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_open` ON `payments` (`ask_at`) WHERE status IN ('created', 'pending');--> statement-breakpoint
CREATE INDEX `payments_ended` ON `payments` (`ask_at`) WHERE status IN ('failed', 'cancelled', 'expired') AND said_at IS NULL;--> statement-breakpoint
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
CREATE TABLE `refund_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`amount` integer NOT NULL,
	`credits` integer NOT NULL,
	`share` text NOT NULL,
	`reason` text NOT NULL,
	`by_two` integer NOT NULL,
	`proposed_by` text NOT NULL,
	`status` text DEFAULT 'proposed' NOT NULL,
	`refusal` text,
	`decided_by` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "proposal_positive" CHECK("refund_proposals"."amount" > 0 AND "refund_proposals"."credits" >= 0),
	CONSTRAINT "proposal_decided" CHECK(("refund_proposals"."status" IN ('proposed', 'superseded')) = ("refund_proposals"."decided_by" IS NULL)),
	CONSTRAINT "proposal_by_two" CHECK("refund_proposals"."status" <> 'approved' OR "refund_proposals"."by_two" = 0 OR "refund_proposals"."decided_by" <> "refund_proposals"."proposed_by"),
	CONSTRAINT "proposal_refusal" CHECK(("refund_proposals"."status" = 'refused') = ("refund_proposals"."refusal" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refund_proposals_open` ON `refund_proposals` (`payment_id`) WHERE status = 'proposed';--> statement-breakpoint
CREATE INDEX `refund_proposals_account` ON `refund_proposals` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `refund_proposals_created` ON `refund_proposals` (`created_at`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`account_id` text NOT NULL,
	`amount` integer NOT NULL,
	`credits` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`cause` text,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_positive" CHECK("refunds"."amount" > 0 AND "refunds"."credits" >= 0)
);
--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`updated_at`) WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX `refunds_failed` ON `refunds` (`updated_at`) WHERE status = 'failed';--> statement-breakpoint
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
CREATE TABLE `photo_hashes` (
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
	CONSTRAINT "hash_of_one" CHECK(("photo_hashes"."photo_id" IS NOT NULL) + ("photo_hashes"."chat_photo_id" IS NOT NULL) + ("photo_hashes"."decision_id" IS NOT NULL) = 1)
);
--> statement-breakpoint
CREATE INDEX `photo_hashes_0` ON `photo_hashes` (`pool`,`band0`);--> statement-breakpoint
CREATE INDEX `photo_hashes_1` ON `photo_hashes` (`pool`,`band1`);--> statement-breakpoint
CREATE INDEX `photo_hashes_2` ON `photo_hashes` (`pool`,`band2`);--> statement-breakpoint
CREATE INDEX `photo_hashes_3` ON `photo_hashes` (`pool`,`band3`);--> statement-breakpoint
CREATE INDEX `photo_hashes_ban_0` ON `photo_hashes` (`pool`,`band0`) WHERE decision_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `photo_hashes_ban_1` ON `photo_hashes` (`pool`,`band1`) WHERE decision_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `photo_hashes_ban_2` ON `photo_hashes` (`pool`,`band2`) WHERE decision_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `photo_hashes_ban_3` ON `photo_hashes` (`pool`,`band3`) WHERE decision_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `photo_hashes_photo` ON `photo_hashes` (`photo_id`);--> statement-breakpoint
CREATE INDEX `photo_hashes_decision` ON `photo_hashes` (`decision_id`);--> statement-breakpoint
CREATE INDEX `photo_hashes_chat_photo` ON `photo_hashes` (`chat_photo_id`);--> statement-breakpoint
CREATE TABLE `held_chats` (
	`id` text PRIMARY KEY NOT NULL,
	`member_a` text NOT NULL,
	`member_b` text NOT NULL,
	`last_seq` integer NOT NULL,
	`archived_seq` integer NOT NULL,
	`held_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `held_chats_pair` ON `held_chats` (`member_a`,`member_b`);--> statement-breakpoint
CREATE INDEX `held_chats_b` ON `held_chats` (`member_b`);--> statement-breakpoint
CREATE INDEX `held_chats_at` ON `held_chats` (`held_at`);--> statement-breakpoint
CREATE TABLE `held_messages` (
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sender_id` text NOT NULL,
	`type` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `seq`),
	FOREIGN KEY (`conversation_id`) REFERENCES `held_chats`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `report_proofs` (
	`report_id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`proof` text NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `report_proofs_member` ON `report_proofs` (`member_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`domain_id` text NOT NULL,
	`pool` text NOT NULL,
	`reporter_id` text,
	`reported_id` text NOT NULL,
	`kind` text NOT NULL,
	`object_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`outcome` text,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`reporter_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "not_oneself" CHECK("reports"."reporter_id" <> "reports"."reported_id"),
	CONSTRAINT "report_outcome" CHECK(("reports"."outcome" IS NULL) = ("reports"."status" = 'open'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_reference` ON `reports` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open` ON `reports` (`reporter_id`,`kind`,`object_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_reported` ON `reports` (`reported_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_decided` ON `reports` (`decided_at`) WHERE decided_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `signals` (
	`member_id` text PRIMARY KEY NOT NULL,
	`openers` integer DEFAULT 0 NOT NULL,
	`blocks` integer DEFAULT 0 NOT NULL,
	`money` integer DEFAULT 0 NOT NULL,
	`contacts` integer DEFAULT 0 NOT NULL,
	`prints` integer DEFAULT 0 NOT NULL,
	`score` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `staff_audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`staff_id` text,
	`action` text NOT NULL,
	`object_kind` text NOT NULL,
	`object_id` text,
	`reason` text,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_audit_staff` ON `staff_audit` (`staff_id`,`id`);--> statement-breakpoint
CREATE INDEX `staff_audit_object` ON `staff_audit` (`object_kind`,`object_id`,`id`);--> statement-breakpoint
CREATE TABLE `staff_members` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text,
	`totp_secret` text,
	`totp_step` integer DEFAULT 0 NOT NULL,
	`setup_hash` text,
	`setup_expires_at` integer,
	`created_at` integer NOT NULL,
	`disabled_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_members_email` ON `staff_members` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `staff_members_setup` ON `staff_members` (`setup_hash`);--> statement-breakpoint
CREATE TABLE `staff_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `staff_passkeys_staff` ON `staff_passkeys` (`staff_id`);--> statement-breakpoint
CREATE TABLE `staff_recovery_codes` (
	`staff_id` text NOT NULL,
	`hash` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`staff_id`, `hash`),
	FOREIGN KEY (`staff_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`staff_id` text NOT NULL,
	`user_agent` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`device_hash` text,
	FOREIGN KEY (`staff_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `staff_sessions_staff` ON `staff_sessions` (`staff_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `staff_setup_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` text NOT NULL,
	`made_by` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_setup_links_staff` ON `staff_setup_links` (`staff_id`,`id`);--> statement-breakpoint
CREATE TABLE `cron_tasks` (
	`name` text PRIMARY KEY NOT NULL,
	`ran_at` integer,
	`took_ms` integer,
	`failed_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`error` text
);
--> statement-breakpoint
CREATE TABLE `sweeps` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`steady_since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `swipes` (
	`id` integer PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`profile_id` text NOT NULL,
	`liked` integer NOT NULL,
	`at` integer NOT NULL,
	`undone_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `swipes_member` ON `swipes` (`member_id`,`at`,`liked`);--> statement-breakpoint
CREATE INDEX `swipes_pair` ON `swipes` (`member_id`,`profile_id`,`undone_at`,`liked`);--> statement-breakpoint
CREATE INDEX `swipes_profile` ON `swipes` (`profile_id`);--> statement-breakpoint
CREATE TABLE `held_texts` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	`causes` text NOT NULL,
	`status` text NOT NULL,
	`decision_id` text,
	`held_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "held_text_field" CHECK("held_texts"."field" IN ('about', 'prompts')),
	CONSTRAINT "held_text_causes" CHECK(json_array_length("held_texts"."causes") BETWEEN 1 AND 3),
	CONSTRAINT "held_text_decided" CHECK(("held_texts"."decided_at" IS NULL) = ("held_texts"."status" = 'waiting')),
	CONSTRAINT "held_text_status" CHECK("held_texts"."status" IN ('waiting', 'refused', 'past')),
	CONSTRAINT "held_text_refused" CHECK(("held_texts"."decision_id" IS NULL) = ("held_texts"."status" = 'waiting'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `held_texts_waiting` ON `held_texts` (`member_id`,`field`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `held_texts_member` ON `held_texts` (`member_id`,`held_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `held_texts_decision` ON `held_texts` (`decision_id`) WHERE decision_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `held_texts_kept` ON `held_texts` (`decided_at`) WHERE decided_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `text_sketches` (
	`member_id` text NOT NULL,
	`part` text NOT NULL,
	`pool` text NOT NULL,
	`sketch` text NOT NULL,
	`key0` integer NOT NULL,
	`key1` integer NOT NULL,
	`key2` integer NOT NULL,
	`key3` integer NOT NULL,
	PRIMARY KEY(`member_id`, `part`),
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `text_sketches_0` ON `text_sketches` (`pool`,`key0`);--> statement-breakpoint
CREATE INDEX `text_sketches_1` ON `text_sketches` (`pool`,`key1`);--> statement-breakpoint
CREATE INDEX `text_sketches_2` ON `text_sketches` (`pool`,`key2`);--> statement-breakpoint
CREATE INDEX `text_sketches_3` ON `text_sketches` (`pool`,`key3`);--> statement-breakpoint
CREATE TABLE `verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`gesture` text NOT NULL,
	`key` text,
	`photos` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`sent_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "verification_decided" CHECK(("verifications"."decided_at" IS NULL) = ("verifications"."status" = 'waiting')),
	CONSTRAINT "verification_reason" CHECK(("verifications"."reason" IS NOT NULL) = ("verifications"."status" = 'refused')),
	CONSTRAINT "verification_waits_with_photo" CHECK("verifications"."status" <> 'waiting' OR "verifications"."key" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `verifications_member` ON `verifications` (`member_id`,`sent_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `verifications_waiting` ON `verifications` (`member_id`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `verifications_kept` ON `verifications` (`decided_at`) WHERE key IS NOT NULL AND decided_at IS NOT NULL;--> statement-breakpoint
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
CREATE TABLE `idempotency` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer,
	`answer` text,
	`created_at` integer NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL
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
	`lot_id` integer,
	`reverses_id` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_key` ON `ledger` (`account_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `ledger_account` ON `ledger` (`account_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_reverses` ON `ledger` (`reverses_id`) WHERE reverses_id IS NOT NULL;--> statement-breakpoint
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
CREATE TABLE `work_items` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`object_id` text NOT NULL,
	`member_id` text,
	`domain_id` text NOT NULL,
	`pool` text NOT NULL,
	`score` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`leased_by` text,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`not_by` text,
	`decision` text,
	`reason` text,
	`decided_by` text,
	`decided_at` integer,
	`effect_at` integer,
	`words` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `work_items_object` ON `work_items` (`kind`,`object_id`) WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX `work_items_waiting` ON `work_items` (`kind`,"score" desc,`created_at`,`id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `work_items_due` ON `work_items` (`kind`,`due_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `work_items_effect` ON `work_items` (`effect_at`) WHERE state IN ('decided', 'leaving');--> statement-breakpoint
CREATE INDEX `work_items_lease` ON `work_items` (`leased_by`,`kind`) WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX `work_items_member` ON `work_items` (`member_id`);