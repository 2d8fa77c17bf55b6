ALTER TABLE `payments` ADD `iban_print` text;--> statement-breakpoint
CREATE INDEX `payments_iban` ON `payments` (`iban_print`,`created_at`) WHERE iban_print IS NOT NULL;--> statement-breakpoint
UPDATE `payments` SET `iban_print` = (SELECT `iban_print` FROM `mandates` WHERE `mandates`.`payment_id` = `payments`.`id`)
WHERE `method` = 'directdebit';
