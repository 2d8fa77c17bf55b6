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
CREATE TABLE `staff_setup_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` text NOT NULL,
	`made_by` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_setup_links_staff` ON `staff_setup_links` (`staff_id`,`id`);--> statement-breakpoint
ALTER TABLE `staff_sessions` ADD `device_hash` text;--> statement-breakpoint
-- Accounts that were made or reset before count by the audit log.
INSERT INTO `staff_setup_links` (`staff_id`, `made_by`, `at`) SELECT `object_id`, `staff_id`, `at` FROM `staff_audit`
WHERE `object_kind` = 'staff_member' AND `object_id` IS NOT NULL AND `action` IN ('add', 'reset') ORDER BY `id`;
