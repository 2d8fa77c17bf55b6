CREATE TABLE `site_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text,
	`kind` text NOT NULL,
	`audience` text NOT NULL,
	`texts` text NOT NULL,
	`link` text,
	`dismissible` integer NOT NULL,
	`from_at` integer NOT NULL,
	`until_at` integer,
	`entry` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`told_to` text,
	`told_at` integer
);
