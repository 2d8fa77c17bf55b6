CREATE TABLE `staff_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `staff_notes_member` ON `staff_notes` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `staff_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`member_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`credits` integer DEFAULT 0 NOT NULL,
	`reason` text NOT NULL,
	`by_two` integer NOT NULL,
	`proposed_by` text NOT NULL,
	`status` text DEFAULT 'proposed' NOT NULL,
	`decided_by` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	CONSTRAINT "request_credits" CHECK(("staff_requests"."kind" = 'credits') = ("staff_requests"."credits" > 0)),
	CONSTRAINT "request_decided" CHECK(("staff_requests"."status" = 'proposed') = ("staff_requests"."decided_by" IS NULL)),
	CONSTRAINT "request_by_two" CHECK("staff_requests"."status" <> 'approved' OR "staff_requests"."by_two" = 0 OR "staff_requests"."decided_by" <> "staff_requests"."proposed_by")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_requests_open` ON `staff_requests` (`member_id`,`kind`) WHERE status = 'proposed';--> statement-breakpoint
CREATE INDEX `staff_requests_member` ON `staff_requests` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `staff_requests_created` ON `staff_requests` (`created_at`);--> statement-breakpoint
CREATE INDEX `mandates_print` ON `mandates` (`iban_print`);