CREATE TABLE `ended_starts` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`sender_id` text NOT NULL,
	`receiver_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`declined` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`sender_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`receiver_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "start_with_another" CHECK("ended_starts"."sender_id" <> "ended_starts"."receiver_id")
);
--> statement-breakpoint
CREATE INDEX `ended_starts_sender` ON `ended_starts` (`sender_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `ended_starts_receiver` ON `ended_starts` (`receiver_id`,`sender_id`);
--> statement-breakpoint
DROP TRIGGER conversations_reopen;
--> statement-breakpoint
CREATE TRIGGER conversations_reopen AFTER UPDATE OF matched_at ON likes WHEN OLD.matched_at IS NULL AND NEW.matched_at IS NOT NULL BEGIN
  UPDATE conversations SET goodbye_at = NULL, goodbye_by = NULL, goodbye_line = NULL
  WHERE member_a = min(NEW.liker_id, NEW.liked_id) AND member_b = max(NEW.liker_id, NEW.liked_id) AND goodbye_at IS NOT NULL;
  UPDATE participants SET request = NULL, listed = 1, place_at = last_at, unread = (SELECT count(*) FROM messages
    WHERE messages.conversation_id = participants.conversation_id AND seq > participants.read_seq
      AND sender_id <> participants.member_id AND hidden_from_receiver = 0)
  WHERE request IS NOT NULL AND conversation_id = (SELECT id FROM conversations
    WHERE member_a = min(NEW.liker_id, NEW.liked_id) AND member_b = max(NEW.liker_id, NEW.liked_id));
  UPDATE ended_starts SET declined = 0 WHERE receiver_id = NEW.liker_id AND sender_id = NEW.liked_id AND declined = 1;
  UPDATE ended_starts SET declined = 0 WHERE receiver_id = NEW.liked_id AND sender_id = NEW.liker_id AND declined = 1;
END;
