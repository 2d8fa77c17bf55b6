ALTER TABLE `payments` ADD `said_at` integer;--> statement-breakpoint
CREATE INDEX `payments_ended` ON `payments` (`ask_at`) WHERE status IN ('failed', 'cancelled', 'expired') AND said_at IS NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `cause` text;--> statement-breakpoint
UPDATE `refunds` SET `cause` = 'discount' WHERE EXISTS (
  SELECT 1 FROM `discount_uses` u WHERE u.`payment_id` = `refunds`.`payment_id` AND u.`state` = 'released');
--> statement-breakpoint
-- Older orders are not asked about any more: questions end 30 days after the order.
UPDATE `payments` SET `said_at` = `updated_at`
WHERE `status` IN ('failed', 'cancelled', 'expired') AND `created_at` < (unixepoch() - 30 * 86400) * 1000;
