-- A deleted account says since when: the cron erases by it. (A CHECK would rebuild the table.)
CREATE TRIGGER accounts_deleted_at BEFORE UPDATE OF status, deleted_at ON accounts
WHEN NEW.status = 'deleted' AND NEW.deleted_at IS NULL BEGIN
  SELECT RAISE(ABORT, 'a deleted account says since when');
END;
--> statement-breakpoint
UPDATE accounts SET deleted_at = created_at WHERE status = 'deleted' AND deleted_at IS NULL;
--> statement-breakpoint
UPDATE sessions SET last_seen_at = created_at WHERE last_seen_at = 0;
--> statement-breakpoint
-- Consents that were given before their history was kept.
INSERT INTO consents (account_id, kind, version, language, accepted_at)
SELECT id, 'terms', terms_version, language, terms_accepted_at FROM accounts
UNION ALL SELECT id, 'sensitive_data', sensitive_version, language, sensitive_accepted_at FROM accounts;
