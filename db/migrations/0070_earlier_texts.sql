CREATE TABLE `earlier_texts` (
	`member_id` text PRIMARY KEY NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- The cron adds their sketches (worker/texts/earlier-texts.ts). A text that is compared has 60 letters.
INSERT INTO earlier_texts (member_id) SELECT p.id FROM profiles p
WHERE p.fictional = 0 AND (length(p.about) >= 60 OR length(p.prompts) >= 60)
  AND NOT EXISTS (SELECT 1 FROM text_sketches s WHERE s.member_id = p.id);
