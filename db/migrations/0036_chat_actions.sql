CREATE TABLE `chat_drafts` (
	`member_id` text NOT NULL,
	`other_id` text NOT NULL,
	`text` text NOT NULL,
	`reply_to` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `other_id`),
	FOREIGN KEY (`member_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "draft_to_another" CHECK("chat_drafts"."member_id" <> "chat_drafts"."other_id"),
	CONSTRAINT "draft_length" CHECK(length("chat_drafts"."text") BETWEEN 1 AND 20000)
);
--> statement-breakpoint
CREATE INDEX `chat_drafts_other` ON `chat_drafts` (`other_id`);--> statement-breakpoint
-- Columns are added one by one: a new table would copy all messages and lose the triggers.
ALTER TABLE `messages` ADD `reply_to` integer CONSTRAINT "reply_to_earlier" CHECK (`reply_to` BETWEEN 1 AND `seq` - 1);--> statement-breakpoint
ALTER TABLE `messages` ADD `edited_at` integer CONSTRAINT "edited_text" CHECK (`edited_at` IS NULL OR (`type` = 'text' AND `edited_at` >= `created_at`));--> statement-breakpoint
ALTER TABLE `messages` ADD `sender_reaction` text CONSTRAINT "sender_reaction_known" CHECK (`sender_reaction` IN ('heart', 'kiss', 'laugh', 'wow', 'fire', 'thumbs_up'));--> statement-breakpoint
ALTER TABLE `messages` ADD `receiver_reaction` text CONSTRAINT "receiver_reaction_known" CHECK (`receiver_reaction` IN ('heart', 'kiss', 'laugh', 'wow', 'fire', 'thumbs_up'));--> statement-breakpoint
ALTER TABLE `messages` ADD `hidden_from_sender` integer DEFAULT false NOT NULL CONSTRAINT "hidden_from_sender_flag" CHECK (`hidden_from_sender` IN (0, 1));--> statement-breakpoint
ALTER TABLE `messages` ADD `hidden_from_receiver` integer DEFAULT false NOT NULL CONSTRAINT "hidden_from_receiver_flag" CHECK (`hidden_from_receiver` IN (0, 1));--> statement-breakpoint
ALTER TABLE `messages` ADD `sender_changed` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `receiver_changed` integer;--> statement-breakpoint
CREATE INDEX `messages_sender_changed` ON `messages` (`conversation_id`,`sender_changed`) WHERE sender_changed IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_receiver_changed` ON `messages` (`conversation_id`,`receiver_changed`) WHERE receiver_changed IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_hidden` ON `messages` (`conversation_id`) WHERE hidden_from_sender = 1 OR hidden_from_receiver = 1;--> statement-breakpoint
ALTER TABLE `participants` ADD `last_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `changes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE participants SET last_seq = (SELECT last_seq FROM conversations WHERE id = participants.conversation_id)
WHERE last_sender IS NOT NULL;
--> statement-breakpoint
-- Each side's version of a message grows with what that side sees of it, whoever writes.
CREATE TRIGGER messages_changed_for_sender AFTER UPDATE OF text, edited_at, sender_reaction, receiver_reaction, hidden_from_sender ON messages
WHEN NEW.text IS NOT OLD.text OR NEW.edited_at IS NOT OLD.edited_at OR NEW.sender_reaction IS NOT OLD.sender_reaction
  OR NEW.receiver_reaction IS NOT OLD.receiver_reaction OR NEW.hidden_from_sender IS NOT OLD.hidden_from_sender BEGIN
  UPDATE participants SET changes = changes + 1 WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id;
  UPDATE messages SET sender_changed =
    (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id)
  WHERE conversation_id = NEW.conversation_id AND seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER messages_changed_for_receiver AFTER UPDATE OF text, edited_at, sender_reaction, receiver_reaction, hidden_from_receiver ON messages
WHEN NEW.text IS NOT OLD.text OR NEW.edited_at IS NOT OLD.edited_at OR NEW.sender_reaction IS NOT OLD.sender_reaction
  OR NEW.receiver_reaction IS NOT OLD.receiver_reaction OR NEW.hidden_from_receiver IS NOT OLD.hidden_from_receiver BEGIN
  UPDATE participants SET changes = changes + 1 WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id;
  UPDATE messages SET receiver_changed =
    (SELECT changes FROM participants WHERE conversation_id = NEW.conversation_id AND member_id <> NEW.sender_id)
  WHERE conversation_id = NEW.conversation_id AND seq = NEW.seq;
END;
