CREATE TABLE `pool_hosts` (
	`host` text PRIMARY KEY NOT NULL,
	`pool` text NOT NULL,
	FOREIGN KEY (`pool`) REFERENCES `pools`(`pool`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `pools` (
	`pool` text PRIMARY KEY NOT NULL,
	`database` text NOT NULL,
	CONSTRAINT "pools_database" CHECK("pools"."database" GLOB 'DB_*')
);
