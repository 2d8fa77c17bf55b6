CREATE TABLE `domain_icons` (
	`domain_id` text NOT NULL,
	`path` text NOT NULL,
	`version` text NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`domain_id`, `path`),
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
