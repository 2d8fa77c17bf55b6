import { NAMED_FROM, NEW_SOURCES } from "#db/schema/source-limits.ts";

const BOUGHT = "('completed', 'refunded', 'chargeback')";

/** Names the source of an account that has none yet. */
const register = (
  account: string,
  at: string,
  older: boolean,
) => `INSERT INTO sources (id, domain_id, rest, network, ref, lander, signups, day)
  SELECT lower(hex(randomblob(10))), domain_id, rest, iif(rest = 2, '', network), iif(rest = 0, ref, ''), lander, 1, day FROM (
    SELECT q.*, CASE
      WHEN EXISTS (SELECT 1 FROM sources s WHERE s.domain_id = q.domain_id AND s.network = q.network AND s.ref = q.ref
        AND s.lander = q.lander AND s.rest = 0) THEN 0
      WHEN (SELECT count(*) FROM sources s WHERE s.domain_id = q.domain_id AND s.day = q.day AND s.network = q.network) >= ${NEW_SOURCES.network} THEN 1
      WHEN (SELECT count(*) FROM sources s WHERE s.domain_id = q.domain_id AND s.day = q.day) < ${NEW_SOURCES.site} THEN 0
      WHEN EXISTS (SELECT 1 FROM sources s WHERE s.domain_id = q.domain_id AND s.network = q.network) THEN 1
      ELSE 2 END AS rest
    FROM (SELECT domain_id, coalesce(tracking ->> '$.network', '') AS network, coalesce(tracking ->> '$.ref', '') AS ref,
      coalesce(tracking ->> '$.lander', '') AS lander, ${at} / 86400000 AS day FROM accounts WHERE id = ${account} AND source_id IS NULL) q)
  WHERE 1 ON CONFLICT DO UPDATE SET signups = signups + 1;
  UPDATE accounts SET ${older ? "first_message_at = 0, " : ""}source_id = (SELECT s.id FROM sources s
    WHERE s.domain_id = accounts.domain_id AND s.lander = coalesce(accounts.tracking ->> '$.lander', '') AND (
      (s.rest = 2 AND s.network = '' AND s.ref = '')
      OR (s.network = coalesce(accounts.tracking ->> '$.network', '') AND s.ref = iif(s.rest = 0, coalesce(accounts.tracking ->> '$.ref', ''), '')))
    ORDER BY s.rest LIMIT 1)
  WHERE id = ${account} AND source_id IS NULL;`;

const add = (rows: string) => `INSERT INTO source_figures (domain_id, day, source_id, country, name, part, value)
  ${rows}
  ON CONFLICT DO UPDATE SET value = value + excluded.value;`;

/** Beside the triggers of the daily figures, which say the same of a whole site. */
export const SOURCE_TRIGGERS: readonly string[] = [
  `CREATE TRIGGER sources_of_profile AFTER INSERT ON profiles WHEN NEW.fictional = 0 BEGIN
  ${register("NEW.id", "NEW.created_at", false)}
  ${add(`SELECT domain_id, NEW.created_at / 86400000, source_id, NEW.country, 'signups', '', 1 FROM accounts WHERE id = NEW.id
  UNION ALL SELECT domain_id, activated_at / 86400000, source_id, NEW.country, 'members', '', 1
  FROM accounts WHERE id = NEW.id AND activated_at IS NOT NULL`)}
END`,
  `CREATE TRIGGER sources_of_activation AFTER UPDATE OF activated_at ON accounts
WHEN OLD.activated_at IS NULL AND NEW.activated_at IS NOT NULL AND NEW.source_id IS NOT NULL BEGIN
  ${add(`SELECT NEW.domain_id, NEW.activated_at / 86400000, NEW.source_id, country, 'members', '', 1 FROM profiles WHERE id = NEW.id AND fictional = 0`)}
END`,
  `CREATE TRIGGER sources_of_erasure AFTER UPDATE OF status ON accounts WHEN NEW.status = 'erased' AND OLD.status <> 'erased' BEGIN
  UPDATE sources SET rest = 3, ref = id, network = iif((SELECT sum(s.signups) FROM sources s
      WHERE s.domain_id = sources.domain_id AND s.network = sources.network) < ${NAMED_FROM}, '', network)
  WHERE id = NEW.source_id AND rest < 2 AND (network <> '' OR ref <> '') AND (SELECT sum(s.signups) FROM sources s
    WHERE s.domain_id = sources.domain_id AND s.network = sources.network AND s.ref = sources.ref AND s.rest = sources.rest) < ${NAMED_FROM};
END`,
  // The cron notes a first message with an entry of its own: db/message-figures.ts.
  `CREATE TRIGGER sources_of_message AFTER INSERT ON messages WHEN NEW.type <> 'system' AND (NEW.price = 0 OR NEW.lot_id IS NOT NULL) BEGIN
  UPDATE accounts SET first_message_at = NEW.created_at WHERE id = NEW.sender_id AND first_message_at IS NULL AND source_id IS NOT NULL;
END`,
  `CREATE TRIGGER sources_of_first_message AFTER UPDATE OF first_message_at ON accounts
WHEN OLD.first_message_at IS NULL AND NEW.first_message_at > 0 BEGIN
  ${add(`SELECT NEW.domain_id, NEW.first_message_at / 86400000, NEW.source_id, country, 'writers', '', 1 FROM profiles WHERE id = NEW.id AND fictional = 0`)}
END`,
  `CREATE TRIGGER sources_of_payment AFTER UPDATE OF status ON payments
WHEN NEW.status = 'completed' AND OLD.status <> 'completed' BEGIN
  ${register("NEW.account_id", "NEW.updated_at", true)}
  ${add(`SELECT NEW.domain_id, NEW.updated_at / 86400000, a.source_id, NEW.country, f.key, iif(f.key IN ('orders', 'revenue'), NEW.currency, ''), f.value
  FROM accounts a JOIN json_each(json_object('orders', 1, 'revenue', NEW.amount,
    'buyers', NOT EXISTS (SELECT 1 FROM payments WHERE account_id = NEW.account_id AND id <> NEW.id AND status IN ${BOUGHT}),
    'payers', NOT EXISTS (SELECT 1 FROM payments WHERE account_id = NEW.account_id AND id <> NEW.id AND status IN ${BOUGHT}
      AND strftime('%Y-%m', completed_at / 1000, 'unixepoch') = strftime('%Y-%m', NEW.updated_at / 1000, 'unixepoch')))) f
  WHERE a.id = NEW.account_id AND f.value > 0`)}
END`,
  `CREATE TRIGGER sources_of_refund AFTER UPDATE OF status ON refunds WHEN NEW.status = 'done' AND OLD.status <> 'done' BEGIN
  ${add(`SELECT p.domain_id, NEW.updated_at / 86400000, a.source_id, p.country, f.key, p.currency, f.value
  FROM payments p JOIN accounts a ON a.id = p.account_id JOIN json_each(json_object('refunds', 1, 'refunded', NEW.amount)) f
  WHERE p.id = NEW.payment_id AND a.source_id IS NOT NULL`)}
END`,
  `CREATE TRIGGER sources_of_reversal AFTER UPDATE OF status ON payments
WHEN NEW.status IN ('refunded', 'chargeback') AND OLD.status <> NEW.status BEGIN
  ${add(`SELECT NEW.domain_id, NEW.updated_at / 86400000, a.source_id, NEW.country, f.key, NEW.currency, f.value
  FROM accounts a JOIN (SELECT NEW.amount - coalesce(sum(amount), 0) AS rest FROM refunds WHERE payment_id = NEW.id AND status = 'done') r
  JOIN json_each(iif(NEW.status = 'refunded',
    json_object('refunds', 1, 'refunded', r.rest), json_object('chargebacks', 1, 'charged_back', r.rest))) f
  WHERE a.id = NEW.account_id AND a.source_id IS NOT NULL AND r.rest > 0`)}
END`,
];
