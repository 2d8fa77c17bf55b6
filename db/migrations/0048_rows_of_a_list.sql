CREATE INDEX `blocks_list` ON `blocks` (`blocker_id`,`created_at`,`blocked_id`);--> statement-breakpoint
CREATE INDEX `reports_told` ON `reports` (`reporter_id`,`decided_at`) WHERE decided_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `swipes_liked` ON `swipes` (`member_id`,`at`) WHERE liked = 1;