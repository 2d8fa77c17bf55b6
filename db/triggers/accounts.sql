-- Accounts.

CREATE TRIGGER accounts_deleted_at BEFORE UPDATE OF status, deleted_at ON accounts
WHEN NEW.status = 'deleted' AND NEW.deleted_at IS NULL BEGIN
  SELECT RAISE(ABORT, 'a deleted account says since when');
END;

-- Members of another system.

CREATE TRIGGER imported_password AFTER UPDATE OF password_hash ON accounts WHEN substr(OLD.password_hash, 1, 1) = '{' BEGIN
  UPDATE imported SET hash_until = NULL WHERE account_id = NEW.id;
END;

-- Two who have both arrived find their chat again, with what is unread.

CREATE TRIGGER imported_arrival AFTER UPDATE OF status ON profiles
WHEN OLD.status = 'disabled' AND NEW.status IN ('active', 'hidden') AND EXISTS (SELECT 1 FROM imported WHERE account_id = NEW.id) BEGIN
  UPDATE imported SET arrived_at = NEW.created_at WHERE account_id = NEW.id AND arrived_at IS NULL;
  UPDATE participants SET listed = 1, unread = (SELECT count(*) FROM messages WHERE messages.conversation_id = participants.conversation_id
      AND messages.seq > participants.read_seq AND messages.sender_id = participants.other_id)
  WHERE listed = 0 AND conversation_id IN (SELECT id FROM conversations WHERE member_a = NEW.id
      UNION ALL SELECT id FROM conversations WHERE member_b = NEW.id)
    AND EXISTS (SELECT 1 FROM profiles WHERE profiles.id = iif(participants.member_id = NEW.id, participants.other_id, participants.member_id)
      AND profiles.status IN ('active', 'hidden'));
END;

-- The cron makes the print of another address.

CREATE TRIGGER accounts_email_print AFTER UPDATE OF email ON accounts WHEN NEW.email <> OLD.email BEGIN
  UPDATE address_prints SET print = NULL WHERE account_id = NEW.id;
END;
