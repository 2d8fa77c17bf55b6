CREATE TABLE `waiting_sends` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`other_id` text NOT NULL,
	`kind` text NOT NULL,
	`item` text DEFAULT '' NOT NULL,
	`text` text NOT NULL,
	`reply_to` integer,
	`price` integer NOT NULL,
	`client_id` text NOT NULL,
	`fictional_known` integer NOT NULL,
	`pressed_at` integer NOT NULL,
	`outcome` text,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "waiting_for_another" CHECK("waiting_sends"."account_id" <> "waiting_sends"."other_id"),
	CONSTRAINT "waiting_length" CHECK(length("waiting_sends"."text") BETWEEN 0 AND 20000)
);
--> statement-breakpoint
CREATE INDEX `waiting_sends_pair` ON `waiting_sends` (`account_id`,`other_id`,`pressed_at`);--> statement-breakpoint
CREATE INDEX `waiting_sends_other` ON `waiting_sends` (`other_id`);--> statement-breakpoint
CREATE INDEX `waiting_sends_pressed` ON `waiting_sends` (`pressed_at`);