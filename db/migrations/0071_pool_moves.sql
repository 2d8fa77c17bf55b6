CREATE TABLE `pool_moves` (
	`pool` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`target` text NOT NULL,
	`step` text NOT NULL,
	`begun_at` integer NOT NULL,
	CONSTRAINT "pool_moves_step" CHECK("pool_moves"."step" IN ('copy', 'close', 'take', 'clear', 'undo')),
	CONSTRAINT "pool_moves_elsewhere" CHECK("pool_moves"."source" <> "pool_moves"."target")
);
