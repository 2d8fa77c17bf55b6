CREATE TABLE `withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`domain_id` text NOT NULL,
	`account_id` text,
	`own` integer NOT NULL,
	`name` text NOT NULL,
	`contract` text NOT NULL,
	`email` text NOT NULL,
	`orders` text NOT NULL,
	`language` text NOT NULL,
	`country` text NOT NULL,
	`form_key` text,
	`receipt` integer NOT NULL,
	`status` text NOT NULL,
	`refusal` text,
	`link_hash` text,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_reference` ON `withdrawals` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_key` ON `withdrawals` (`domain_id`,`form_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_link` ON `withdrawals` (`link_hash`) WHERE link_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `withdrawals_account` ON `withdrawals` (`account_id`);--> statement-breakpoint
CREATE INDEX `withdrawals_created` ON `withdrawals` (`created_at`);
--> statement-breakpoint
CREATE TRIGGER work_of_withdrawal AFTER INSERT ON withdrawals WHEN NEW.status = 'waiting' BEGIN
  INSERT INTO work_items (id, kind, object_id, domain_id, pool, created_at, due_at)
  VALUES (lower(hex(randomblob(10))), 'withdrawal', NEW.id, NEW.domain_id,
    coalesce((SELECT pool FROM domains WHERE id = NEW.domain_id), NEW.domain_id), NEW.created_at, NEW.created_at + 1209600000);
END;
--> statement-breakpoint
CREATE TRIGGER work_of_withdrawal_done AFTER UPDATE OF status ON withdrawals WHEN NEW.status <> 'waiting' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'withdrawal' AND object_id = NEW.id AND state = 'waiting';
END;
