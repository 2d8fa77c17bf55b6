-- Staff pages without an operator could be opened by no page again: one who can log in always stays.
CREATE TRIGGER staff_operator_stays BEFORE UPDATE OF role, disabled_at ON staff_members
WHEN OLD.role = 'operator' AND OLD.disabled_at IS NULL AND OLD.password_hash IS NOT NULL
  AND (NEW.role <> 'operator' OR NEW.disabled_at IS NOT NULL)
  AND NOT EXISTS (
    SELECT 1 FROM staff_members
    WHERE id <> OLD.id AND role = 'operator' AND disabled_at IS NULL AND password_hash IS NOT NULL
  )
BEGIN
  SELECT RAISE(ABORT, 'the last operator stays');
END;
