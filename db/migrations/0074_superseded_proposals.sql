PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_refund_proposals` (
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
	CONSTRAINT "proposal_positive" CHECK("__new_refund_proposals"."amount" > 0 AND "__new_refund_proposals"."credits" >= 0),
	CONSTRAINT "proposal_decided" CHECK(("__new_refund_proposals"."status" IN ('proposed', 'superseded')) = ("__new_refund_proposals"."decided_by" IS NULL)),
	CONSTRAINT "proposal_by_two" CHECK("__new_refund_proposals"."status" <> 'approved' OR "__new_refund_proposals"."by_two" = 0 OR "__new_refund_proposals"."decided_by" <> "__new_refund_proposals"."proposed_by"),
	CONSTRAINT "proposal_refusal" CHECK(("__new_refund_proposals"."status" = 'refused') = ("__new_refund_proposals"."refusal" IS NOT NULL))
);
--> statement-breakpoint
INSERT INTO `__new_refund_proposals`("id", "payment_id", "account_id", "domain_id", "amount", "credits", "share", "reason", "by_two", "proposed_by", "status", "refusal", "decided_by", "created_at", "decided_at") SELECT "id", "payment_id", "account_id", "domain_id", "amount", "credits", "share", "reason", "by_two", "proposed_by", "status", "refusal", "decided_by", "created_at", "decided_at" FROM `refund_proposals`;--> statement-breakpoint
DROP TABLE `refund_proposals`;--> statement-breakpoint
ALTER TABLE `__new_refund_proposals` RENAME TO `refund_proposals`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `refund_proposals_open` ON `refund_proposals` (`payment_id`) WHERE status = 'proposed';--> statement-breakpoint
CREATE INDEX `refund_proposals_account` ON `refund_proposals` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `refund_proposals_created` ON `refund_proposals` (`created_at`);
--> statement-breakpoint
CREATE TRIGGER refund_proposals_fixed BEFORE UPDATE OF id, payment_id, account_id, domain_id, amount, credits, share, reason, by_two,
  proposed_by, created_at ON refund_proposals BEGIN
  SELECT RAISE(ABORT, 'a proposal does not change');
END;
--> statement-breakpoint
CREATE TRIGGER refund_proposals_once BEFORE UPDATE OF status ON refund_proposals WHEN OLD.status <> 'proposed' BEGIN
  SELECT RAISE(ABORT, 'a proposal is decided once');
END;
--> statement-breakpoint
-- Its sum or its credits hold no more. A decision without effect ends with its proposal.
CREATE TRIGGER refund_proposals_superseded AFTER INSERT ON refunds BEGIN
  UPDATE refund_proposals SET status = 'superseded', decided_at = NEW.created_at
  WHERE payment_id = NEW.payment_id AND status = 'proposed' AND id <> NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER refund_proposals_reversed AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status <> NEW.status BEGIN
  UPDATE refund_proposals SET status = 'superseded', decided_at = NEW.updated_at WHERE payment_id = NEW.id AND status = 'proposed';
END;
--> statement-breakpoint
CREATE TRIGGER work_of_proposal_done AFTER UPDATE OF status ON refund_proposals WHEN NEW.status = 'superseded' BEGIN
  UPDATE work_items SET state = 'done', decision = NULL, reason = NULL, decided_by = NULL, decided_at = NULL
  WHERE kind = 'refund' AND object_id = NEW.id AND state <> 'done';
END;
--> statement-breakpoint
UPDATE refund_proposals SET status = 'superseded', decided_at = unixepoch() * 1000
WHERE status = 'proposed' AND (
  EXISTS (SELECT 1 FROM payments p WHERE p.id = refund_proposals.payment_id AND p.status IN ('refunded', 'chargeback'))
  OR EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = refund_proposals.payment_id AND r.status <> 'failed'
    AND r.created_at >= refund_proposals.created_at));
