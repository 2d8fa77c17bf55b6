-- Staff.

CREATE TRIGGER staff_audit_stays BEFORE DELETE ON staff_audit BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;

CREATE TRIGGER staff_audit_unchanged BEFORE UPDATE ON staff_audit BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;

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

-- Chats that are held for an open case.

CREATE TRIGGER held_chats_decided AFTER UPDATE OF status ON reports WHEN NEW.status = 'decided' BEGIN
  DELETE FROM held_chats
  WHERE member_a = min(NEW.reporter_id, NEW.reported_id) AND member_b = max(NEW.reporter_id, NEW.reported_id)
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = member_a AND r.reported_id = member_b AND r.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = member_b AND r.reported_id = member_a AND r.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM complaints k WHERE k.account_id = member_a AND k.answered_at IS NULL AND k.closed_at IS NULL
      AND instr(coalesce(k.link, '') || ' ' || k.text, member_b) > 0)
    AND NOT EXISTS (SELECT 1 FROM complaints k WHERE k.account_id = member_b AND k.answered_at IS NULL AND k.closed_at IS NULL
      AND instr(coalesce(k.link, '') || ' ' || k.text, member_a) > 0);
END;

CREATE TRIGGER held_chats_answered AFTER UPDATE OF answered_at, closed_at ON complaints
WHEN OLD.answered_at IS NULL AND OLD.closed_at IS NULL AND NEW.account_id IS NOT NULL BEGIN
  DELETE FROM held_chats
  WHERE NEW.account_id IN (member_a, member_b)
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = member_a AND r.reported_id = member_b AND r.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.reporter_id = member_b AND r.reported_id = member_a AND r.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM complaints k WHERE k.account_id = member_a AND k.answered_at IS NULL AND k.closed_at IS NULL
      AND instr(coalesce(k.link, '') || ' ' || k.text, member_b) > 0)
    AND NOT EXISTS (SELECT 1 FROM complaints k WHERE k.account_id = member_b AND k.answered_at IS NULL AND k.closed_at IS NULL
      AND instr(coalesce(k.link, '') || ' ' || k.text, member_a) > 0);
END;

CREATE TRIGGER held_chats_released AFTER DELETE ON held_chats BEGIN
  UPDATE archive_erasures SET due_at = 0 WHERE conversation_id = OLD.id;
END;

-- Work queue; times in ms.

CREATE TRIGGER work_of_photo AFTER INSERT ON photos WHEN NEW.status = 'inspection' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'photo', NEW.id, a.id, a.domain_id, a.pool, NEW.created_at, NEW.created_at + 86400000
  FROM accounts a WHERE a.id = NEW.profile_id;
END;

CREATE TRIGGER work_of_photo_done AFTER UPDATE OF status ON photos
WHEN OLD.status = 'inspection' AND NEW.status <> 'inspection' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'photo' AND object_id = NEW.id AND state <> 'done';
END;

CREATE TRIGGER work_of_photo_gone AFTER DELETE ON photos WHEN OLD.status = 'inspection' BEGIN
  DELETE FROM work_items WHERE kind = 'photo' AND object_id = OLD.id AND state <> 'done';
END;

CREATE TRIGGER work_of_chat_photo AFTER INSERT ON chat_photos WHEN NEW.status = 'inspection' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'photo', NEW.id, a.id, a.domain_id, a.pool, NEW.created_at, NEW.created_at + 86400000
  FROM accounts a WHERE a.id = NEW.sender_id;
END;

CREATE TRIGGER work_of_chat_photo_done AFTER UPDATE OF status ON chat_photos
WHEN OLD.status = 'inspection' AND NEW.status <> 'inspection' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'photo' AND object_id = NEW.id AND state <> 'done';
END;

CREATE TRIGGER work_of_chat_photo_gone AFTER DELETE ON chat_photos WHEN OLD.status = 'inspection' BEGIN
  DELETE FROM work_items WHERE kind = 'photo' AND object_id = OLD.id AND state <> 'done';
END;

CREATE TRIGGER work_of_report AFTER INSERT ON reports WHEN NEW.status = 'open' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, score, created_at, due_at)
  VALUES (lower(hex(randomblob(10))), 'report', NEW.id, NEW.reported_id, NEW.domain_id, NEW.pool,
    iif(NEW.reason IN ('minor', 'illegal'), 100, 0), NEW.created_at, NEW.due_at);
END;

CREATE TRIGGER work_of_report_done AFTER UPDATE OF status ON reports WHEN NEW.status = 'decided' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'report' AND object_id = NEW.id AND state = 'waiting';
END;

CREATE TRIGGER work_of_complaint AFTER INSERT ON complaints WHEN NEW.answered_at IS NULL AND NEW.closed_at IS NULL BEGIN
  INSERT INTO work_items (id, kind, object_id, domain_id, pool, score, created_at, due_at)
  VALUES (lower(hex(randomblob(10))), 'complaint', NEW.id, NEW.domain_id,
    coalesce((SELECT pool FROM domains WHERE id = NEW.domain_id), NEW.domain_id),
    CASE NEW.kind WHEN 'intimate_picture' THEN 200 WHEN 'illegal_content' THEN 100 ELSE 0 END, NEW.created_at, NEW.created_at
      + CASE NEW.kind WHEN 'intimate_picture' THEN 172800000 WHEN 'illegal_content' THEN 86400000 ELSE 1209600000 END);
END;

CREATE TRIGGER work_of_complaint_done AFTER UPDATE OF answered_at, closed_at ON complaints
WHEN NEW.answered_at IS NOT NULL OR NEW.closed_at IS NOT NULL BEGIN
  UPDATE work_items SET state = 'done', words = NULL WHERE kind = 'complaint' AND object_id = NEW.id AND state = 'waiting';
END;

-- Article 13 of Directive 2011/83/EU: 14 days to pay back.
CREATE TRIGGER work_of_withdrawal AFTER INSERT ON withdrawals WHEN NEW.status = 'waiting' BEGIN
  INSERT INTO work_items (id, kind, object_id, domain_id, pool, created_at, due_at)
  VALUES (lower(hex(randomblob(10))), 'withdrawal', NEW.id, NEW.domain_id,
    coalesce((SELECT pool FROM domains WHERE id = NEW.domain_id), NEW.domain_id), NEW.created_at, NEW.created_at + 1209600000);
END;

CREATE TRIGGER work_of_withdrawal_done AFTER UPDATE OF status ON withdrawals WHEN NEW.status <> 'waiting' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'withdrawal' AND object_id = NEW.id AND state = 'waiting';
END;

CREATE TRIGGER work_of_verification AFTER INSERT ON verifications WHEN NEW.status = 'waiting' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'verification', NEW.id, a.id, a.domain_id, a.pool, NEW.sent_at, NEW.sent_at + 86400000
  FROM accounts a WHERE a.id = NEW.member_id;
END;

CREATE TRIGGER work_of_verification_done AFTER UPDATE OF status ON verifications WHEN NEW.status <> 'waiting' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'verification' AND object_id = NEW.id AND state = 'waiting';
END;

CREATE TRIGGER work_of_verification_gone AFTER DELETE ON verifications WHEN OLD.status = 'waiting' BEGIN
  DELETE FROM work_items WHERE kind = 'verification' AND object_id = OLD.id AND state <> 'done';
END;

-- Staff do not decide about themselves.
CREATE TRIGGER work_of_age_check AFTER INSERT ON age_checks WHEN NEW.status = 'waiting' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, not_by, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'age', NEW.id, a.id, NEW.domain_id, a.pool,
    (SELECT s.id FROM staff_members s WHERE s.email = a.email), NEW.sent_at, NEW.sent_at + 86400000
  FROM accounts a WHERE a.id = NEW.account_id;
END;

CREATE TRIGGER work_of_age_check_done AFTER UPDATE OF status ON age_checks WHEN NEW.status <> 'waiting' BEGIN
  UPDATE work_items SET state = 'done' WHERE kind = 'age' AND object_id = NEW.id AND state = 'waiting';
END;

CREATE TRIGGER work_of_age_check_gone AFTER DELETE ON age_checks BEGIN
  DELETE FROM work_items WHERE kind = 'age' AND object_id = OLD.id AND state IN ('waiting', 'decided');
END;

CREATE TRIGGER work_score AFTER INSERT ON work_items WHEN NEW.kind IN ('report', 'photo', 'text') AND NEW.member_id IS NOT NULL BEGIN
  UPDATE work_items SET score = score + (SELECT score FROM signals WHERE member_id = NEW.member_id)
  WHERE id = NEW.id AND EXISTS (SELECT 1 FROM signals WHERE member_id = NEW.member_id);
END;

-- Nobody answers in a conversation that is gone or closed, or as a profile that has ended.

CREATE TRIGGER work_of_desk_gone AFTER DELETE ON conversations BEGIN
  DELETE FROM work_items WHERE kind = 'desk' AND object_id = OLD.id AND state IN ('waiting', 'decided');
END;

CREATE TRIGGER work_of_desk_goodbye AFTER UPDATE OF goodbye_at ON conversations WHEN NEW.goodbye_at IS NOT NULL BEGIN
  DELETE FROM work_items WHERE kind = 'desk' AND object_id = NEW.id AND state IN ('waiting', 'decided');
END;

CREATE TRIGGER work_of_desk_ended AFTER UPDATE OF status ON profiles WHEN NEW.fictional = 1 AND OLD.status = 'active' AND NEW.status <> 'active' BEGIN
  DELETE FROM work_items WHERE kind = 'desk' AND state IN ('waiting', 'decided')
    AND object_id IN (SELECT id FROM conversations WHERE member_a = NEW.id UNION ALL SELECT id FROM conversations WHERE member_b = NEW.id);
END;

CREATE TRIGGER fictional_stays BEFORE UPDATE OF fictional ON profiles WHEN OLD.fictional = 1 AND NEW.fictional = 0 BEGIN
  SELECT RAISE(ABORT, 'a fictional profile stays one');
END;

CREATE TRIGGER work_of_text AFTER INSERT ON held_texts WHEN NEW.status = 'waiting' BEGIN
  INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
  SELECT lower(hex(randomblob(10))), 'text', NEW.id, a.id, a.domain_id, a.pool, NEW.held_at, NEW.held_at + 86400000
  FROM accounts a WHERE a.id = NEW.member_id;
END;

CREATE TRIGGER work_of_text_gone AFTER DELETE ON held_texts WHEN OLD.status = 'waiting' BEGIN
  DELETE FROM work_items WHERE kind = 'text' AND object_id = OLD.id AND state IN ('waiting', 'decided');
END;

CREATE TRIGGER work_of_proposal_done AFTER UPDATE OF status ON refund_proposals WHEN NEW.status = 'superseded' BEGIN
  UPDATE work_items SET state = 'done', decision = NULL, reason = NULL, decided_by = NULL, decided_at = NULL
  WHERE kind = 'refund' AND object_id = NEW.id AND state <> 'done';
END;

-- Daily figures.

CREATE TRIGGER figures_of_profile AFTER INSERT ON profiles WHEN NEW.fictional = 0 BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT domain_id, NEW.created_at / 86400000, 'signups', 1 FROM accounts WHERE id = NEW.id
  UNION ALL
  SELECT domain_id, (NEW.last_active_at + iif(NEW.last_active_at % 86400000 = 85800000, 600000, 0)) / 86400000, 'active', 1
  FROM accounts WHERE id = NEW.id
  UNION ALL
  SELECT domain_id, activated_at / 86400000, 'members', 1 FROM accounts WHERE id = NEW.id AND activated_at IS NOT NULL
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER figures_of_activation AFTER UPDATE OF activated_at ON accounts
WHEN OLD.activated_at IS NULL AND NEW.activated_at IS NOT NULL BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT NEW.domain_id, NEW.activated_at / 86400000, 'members', 1 FROM profiles WHERE id = NEW.id AND fictional = 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER figures_of_activity AFTER UPDATE OF last_active_at ON profiles
WHEN NEW.fictional = 0
  AND (NEW.last_active_at + iif(NEW.last_active_at % 86400000 = 85800000, 600000, 0)) / 86400000
    > (OLD.last_active_at + iif(OLD.last_active_at % 86400000 = 85800000, 600000, 0)) / 86400000 BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT domain_id, (NEW.last_active_at + iif(NEW.last_active_at % 86400000 = 85800000, 600000, 0)) / 86400000, 'active', 1
  FROM accounts WHERE id = NEW.id
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;

-- The cron counts paid messages and likes: db/message-figures.ts, db/like-figures.ts.
CREATE TRIGGER figures_of_message AFTER INSERT ON messages WHEN NEW.type NOT IN ('call', 'system') AND NEW.price = 0 BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT a.domain_id, NEW.created_at / 86400000, 'messages', 1
  FROM accounts a JOIN profiles p ON p.id = a.id WHERE a.id = NEW.sender_id AND p.fictional = 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER figures_of_call AFTER UPDATE OF ended_at ON calls WHEN NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL BEGIN
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT NEW.domain_id, NEW.ended_at / 86400000, f.key, f.value FROM json_each(json_object('calls', 1, 'missed_calls', NEW.answered_at IS NULL,
    'call_minutes', iif(NEW.answered_at IS NULL, 0, max(0, NEW.ended_at - NEW.answered_at + 59999) / 60000))) f WHERE f.value > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER figures_of_order AFTER INSERT ON payments BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  VALUES (NEW.domain_id, NEW.created_at / 86400000, 'ordered', NEW.currency, 1)
  ON CONFLICT DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER figures_of_payment AFTER UPDATE OF status ON payments
WHEN NEW.status = 'completed' AND OLD.status <> 'completed' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  VALUES (NEW.domain_id, NEW.updated_at / 86400000, 'orders', NEW.currency, 1),
    (NEW.domain_id, NEW.updated_at / 86400000, 'revenue', NEW.currency, NEW.amount)
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
  INSERT INTO daily_figures (domain_id, day, name, value)
  SELECT NEW.domain_id, NEW.updated_at / 86400000, 'buyers', 1
  WHERE NOT EXISTS (SELECT 1 FROM payments WHERE account_id = NEW.account_id AND id <> NEW.id
    AND status IN ('completed', 'refunded', 'chargeback'))
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER figures_of_refund AFTER UPDATE OF status ON refunds WHEN NEW.status = 'done' AND OLD.status <> 'done' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  SELECT p.domain_id, NEW.updated_at / 86400000, f.key, p.currency, f.value
  FROM payments p JOIN json_each(json_object('refunds', 1, 'refunded', NEW.amount)) f WHERE p.id = NEW.payment_id
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER figures_of_reversal AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status <> NEW.status BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  SELECT NEW.domain_id, NEW.updated_at / 86400000, f.key, NEW.currency, f.value
  FROM (SELECT NEW.amount - coalesce(sum(amount), 0) AS rest FROM refunds WHERE payment_id = NEW.id AND status = 'done') r
  JOIN json_each(iif(NEW.status = 'refunded',
    json_object('refunds', 1, 'refunded', r.rest), json_object('chargebacks', 1, 'charged_back', r.rest))) f
  WHERE r.rest > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER figures_of_work AFTER UPDATE OF state ON work_items
WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.decided_at > NEW.created_at AND NEW.kind <> 'member' BEGIN
  INSERT INTO daily_figures (domain_id, day, name, part, value)
  SELECT NEW.domain_id, NEW.decided_at / 86400000, f.key, NEW.kind, f.value
  FROM json_each(json_object('decided', 1, 'late', NEW.decided_at > NEW.due_at, 'waited', NEW.decided_at - NEW.created_at)) f
  WHERE f.value > 0
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
END;
