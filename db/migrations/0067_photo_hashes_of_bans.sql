CREATE INDEX `photo_hashes_ban_0` ON `photo_hashes` (`pool`,`band0`) WHERE decision_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `photo_hashes_ban_1` ON `photo_hashes` (`pool`,`band1`) WHERE decision_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `photo_hashes_ban_2` ON `photo_hashes` (`pool`,`band2`) WHERE decision_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `photo_hashes_ban_3` ON `photo_hashes` (`pool`,`band3`) WHERE decision_id IS NOT NULL;
