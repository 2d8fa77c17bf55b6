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
	CONSTRAINT "proposal_decided" CHECK(("refund_proposals"."status" = 'proposed') = ("refund_proposals"."decided_by" IS NULL)),
	CONSTRAINT "proposal_by_two" CHECK("refund_proposals"."status" <> 'approved' OR "refund_proposals"."by_two" = 0 OR "refund_proposals"."decided_by" <> "refund_proposals"."proposed_by"),
	CONSTRAINT "proposal_refusal" CHECK(("refund_proposals"."status" = 'refused') = ("refund_proposals"."refusal" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refund_proposals_open` ON `refund_proposals` (`payment_id`) WHERE status = 'proposed';--> statement-breakpoint
CREATE INDEX `refund_proposals_account` ON `refund_proposals` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `refund_proposals_created` ON `refund_proposals` (`created_at`);--> statement-breakpoint
-- Who proposes what stays as proposed, and is decided once.
CREATE TRIGGER refund_proposals_fixed BEFORE UPDATE OF id, payment_id, account_id, domain_id, amount, credits, share, reason, by_two,
  proposed_by, created_at ON refund_proposals BEGIN
  SELECT RAISE(ABORT, 'a proposal does not change');
END;
--> statement-breakpoint
CREATE TRIGGER refund_proposals_once BEFORE UPDATE OF status ON refund_proposals WHEN OLD.status <> 'proposed' BEGIN
  SELECT RAISE(ABORT, 'a proposal is decided once');
END;
