CREATE TABLE `operator_keys` (
	`hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
