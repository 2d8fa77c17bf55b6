-- Accounts.

CREATE TRIGGER accounts_deleted_at BEFORE UPDATE OF status, deleted_at ON accounts
WHEN NEW.status = 'deleted' AND NEW.deleted_at IS NULL BEGIN
  SELECT RAISE(ABORT, 'a deleted account says since when');
END;
