CREATE TABLE `domain_assets` (
	`domain_id` text NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`part` integer NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`domain_id`, `hash`, `name`, `part`)
);
