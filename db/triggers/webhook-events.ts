import type { WebhookEvent } from "#db/schema/operator-codes.ts";

interface Fact {
  event: WebhookEvent;
  /** Of the trigger. */
  on: string;
  when: string;
  /** SQL of the delivery's columns. */
  domain: string;
  member: string;
  object: string;
  at: string;
  /** Table beside `webhooks`, with its condition. */
  from?: string;
}

const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
const OWN = { domain: "NEW.domain_id", member: "NEW.id", object: "NULL", at: NOW };
const OF_PAYMENT = { domain: "p.domain_id", member: "p.account_id", object: "p.id", at: "NEW.created_at" };
const PAYMENT = "payments p ON p.id = NEW.payment_id";

/** Where a fact is written, in the transaction that writes it. Brought members sign up nowhere: they confirm when they come. */
const FACTS: readonly Fact[] = [
  {
    ...OWN,
    ...{ event: "member.signed_up", on: "INSERT ON accounts", when: "NEW.status = 'not_confirmed'", at: "NEW.created_at" },
  },
  {
    ...OWN,
    ...{ event: "member.confirmed", on: "UPDATE OF status ON accounts" },
    when: "OLD.status = 'not_confirmed' AND NEW.status = 'active'",
  },
  {
    ...{ event: "member.confirmed", on: "UPDATE OF arrived_at ON imported", domain: "NEW.domain_id", member: "NEW.account_id" },
    ...{ when: "OLD.arrived_at IS NULL AND NEW.arrived_at IS NOT NULL", object: "NULL", at: "NEW.arrived_at" },
  },
  {
    ...OWN,
    ...{ event: "member.left", on: "UPDATE OF status ON accounts" },
    // No member leaves where staff end a fictional profile.
    when: `NEW.status = 'deleted' AND OLD.status IN ('not_confirmed', 'active')
  AND NOT EXISTS (SELECT 1 FROM profiles WHERE id = NEW.id AND fictional = 1)`,
  },
  {
    ...OWN,
    ...{ event: "member.returned", on: "UPDATE OF status ON accounts" },
    when: "OLD.status = 'deleted' AND NEW.status IN ('not_confirmed', 'active')",
  },
  { ...OF_PAYMENT, event: "order.paid", on: "INSERT ON receipts", when: "NEW.kind = 'receipt'", from: PAYMENT },
  { ...OF_PAYMENT, event: "order.refunded", on: "INSERT ON receipts", when: "NEW.kind = 'credit_note'", from: PAYMENT },
  {
    ...{ event: "report.made", on: "INSERT ON reports", when: "NEW.status = 'open'", domain: "NEW.domain_id" },
    ...{ member: "NEW.reported_id", object: "NEW.id", at: "NEW.created_at" },
  },
  {
    ...{ event: "decision.made", on: "INSERT ON decisions", when: "1", domain: "NEW.domain_id" },
    ...{ member: "NEW.member_id", object: "NEW.id", at: "NEW.created_at" },
  },
];

/** Nothing is written where no webhook wants the event, nor while an import brings a site, whose domain comes last. */
export const WEBHOOK_TRIGGERS: readonly string[] = FACTS.map(
  (
    { event, on, when, domain, member, object, at, from },
    index,
  ) => `CREATE TRIGGER webhooks_${event.replace(".", "_")}_${index} AFTER ${on}
WHEN ${when} BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, domain_id, member_id, object_id, at, next_at)
  SELECT 'msg_' || lower(hex(randomblob(12))), w.id, '${event}', ${domain}, ${member}, ${object}, ${at}, ${at}
  FROM webhooks w${from ? ` JOIN ${from}` : ""}
  WHERE w.disabled_at IS NULL AND (w.domain_id IS NULL OR w.domain_id = ${domain}) AND instr(w.events, '"${event}"') > 0
    AND EXISTS (SELECT 1 FROM domains WHERE id = ${domain});
END`,
);
