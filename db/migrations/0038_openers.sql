CREATE TABLE `openers` (
	`member_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sketch` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `seq`),
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "opener_seq" CHECK("openers"."seq" > 0)
);
