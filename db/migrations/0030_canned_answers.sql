CREATE TABLE `canned_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`place` text NOT NULL,
	`title` text NOT NULL,
	`texts` text NOT NULL,
	`version` integer NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL
);
