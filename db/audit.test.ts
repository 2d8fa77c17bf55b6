import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { type AddedOrder, addOrder } from "#tests/setup/orders.ts";
import { audit, RULES } from "./audit.ts";

// Each damage is done with the triggers and indexes gone that forbid it, named by the audit, and mended.

const ids = {} as Record<"anna" | "bea" | "paid" | "back" | "part" | "open" | "refund" | "coded" | "talk", string>;
let keys = 0;

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const spend = (account: string, amount: number) =>
  env.DB.prepare(
    `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
      VALUES (?, ?, 'message', 'm', ?, 1) RETURNING id`,
  )
    .bind(account, -amount, `audit-${keys++}`)
    .first<number>("id") as Promise<number>;

beforeAll(async () => {
  const [anna, bea] = [await addMember({ credits: 10 }), await addMember({ credits: 5 })];
  const order = (one: Partial<AddedOrder>) => addOrder({ by: anna, ...one });
  const paid = await order({ status: "completed", amount: 2499 });
  const coded = await order({ status: "completed", code: "SUMMER" });
  const back = await addOrder({ by: bea, status: "completed" });
  await spend(bea, 20);
  const spent = await spend(anna, 12);
  await run(
    `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, reverses_id)
      VALUES (?, 12, 'reversal', 'm', 'undone', 1, ?)`,
    anna,
    spent,
  );
  await spend(anna, 3);
  await run("UPDATE payments SET status = 'chargeback' WHERE id = ?", back);
  const part = await order({ status: "completed" });
  const refund = `refund-${anna}`;
  for (const [id, amount] of [
    [refund, 400],
    [`${refund}-2`, 100],
  ] as const)
    await run(
      `INSERT INTO refunds (id, payment_id, account_id, amount, credits, status, created_at, updated_at)
        VALUES (?, ?, ?, ?, 10, 'requested', 1, 1)`,
      id,
      part,
      anna,
      amount,
    );
  await run("UPDATE refunds SET status = 'done' WHERE id = ?", refund);
  await run("UPDATE refunds SET status = 'failed' WHERE id = ?", `${refund}-2`);
  await order({ status: "failed", code: "WINTER" });
  const open = await order({ code: "WINTER" });
  await order({ code: "ALWAYS", validity: "unlimited", status: "completed" });
  await order({ code: "ALWAYS", validity: "unlimited", status: "pending" });
  const talk = await writeMessage(anna, bea);
  await writeMessage(bea, anna);
  // Written without a payment.
  await run("UPDATE messages SET price = 0");
  Object.assign(ids, { talk, anna, bea, paid, back, part, open, refund, coded });
});

test("books that the triggers maintain add up", async () => {
  const { findings, checks, counted } = await audit(env.DB);
  expect(findings).toEqual([]);
  expect(checks).toBeGreaterThan(15);
  expect(counted).toMatchObject({ payments: 8, receipts: 7 });
});

test("no rule reads a whole table for each row of another one", async () => {
  const found: string[] = [];
  for (const [check, query] of Object.entries(RULES)) {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`).all<{ id: number; parent: number; detail: string }>();
    const byId = new Map(results.map((step) => [step.id, step]));
    const within = (id: number): boolean => {
      const step = byId.get(id);
      return step !== undefined && (step.detail.startsWith("CORRELATED") || within(step.parent));
    };
    for (const { detail, parent } of results)
      if (/^SCAN (?!\(sub)/.test(detail) && within(parent)) found.push(`${check}: ${detail}`);
  }
  expect(Object.keys(RULES).length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

test("entries from before lots existed add up to the lot without an entry", async () => {
  const old = await addMember({ credits: 0 });
  const { sql: trigger } = (await env.DB.prepare("SELECT sql FROM sqlite_master WHERE name = 'ledger_entry'").first<{
    sql: string;
  }>()) ?? { sql: "" };
  const first = await env.DB.prepare("SELECT min(id) AS id FROM ledger").first<number>("id");
  await run("DROP TRIGGER ledger_entry");
  await run(
    "INSERT INTO ledger (id, account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, 7, 'signup', 's', 'old', 1)",
    (first ?? 0) - 1,
    old,
  );
  await run(trigger);
  await run("UPDATE accounts SET credits = 7 WHERE id = ?", old);
  await run("INSERT INTO lots (account_id, credits, remaining, created_at) VALUES (?, 7, 7, 1)", old);
  await spend(old, 2);
  expect((await audit(env.DB)).findings).toEqual([]);
});

interface Damage {
  /** Triggers and indexes that forbid it. */
  without?: string[];
  bad: string;
  mend: string;
  check: string;
  what: string;
}

/** `:name` stands for an id of the scene. */
const named = (text: string) => text.replace(/:([a-z]+)/g, (_, name: keyof typeof ids) => ids[name]);
const LATEST = "(SELECT max(id) FROM ledger)";
const LOT = "(SELECT max(id) FROM lots WHERE account_id = ':anna')";

test.each<Damage>([
  {
    bad: "UPDATE accounts SET credits = credits + 1 WHERE id = ':anna'",
    mend: "UPDATE accounts SET credits = credits - 1 WHERE id = ':anna'",
    check: "a balance is the sum of its entries",
    what: "account :anna",
  },
  {
    without: ["ledger_entry", "ledger_no_update", "ledger_no_delete"],
    bad: `INSERT INTO ledger (id, account_id, amount, kind, cause, idempotency_key, created_at)
      SELECT 900000, ':anna', -1, 'message', 'x', 'damage', 1`,
    mend: "DELETE FROM ledger WHERE id = 900000",
    check: "an entry is posted",
    what: "entry 900000",
  },
  {
    without: ["ledger_no_update"],
    bad: `UPDATE ledger SET amount = amount - 1 WHERE id = ${LATEST}`,
    mend: `UPDATE ledger SET amount = amount + 1 WHERE id = ${LATEST}`,
    check: "the postings of an entry are its amount",
    what: "entry ",
  },
  {
    bad: "INSERT INTO lots (id, account_id, credits, remaining, created_at) VALUES (900000, ':bea', 4, 0, 1)",
    without: ["lots_no_delete"],
    mend: "DELETE FROM lots WHERE id = 900000",
    check: "entries from before lots are the lot without an entry",
    what: "account :bea",
  },
  {
    bad: `UPDATE lots SET remaining = remaining - 1 WHERE id = ${LOT}`,
    mend: `UPDATE lots SET remaining = remaining + 1 WHERE id = ${LOT}`,
    check: "what is left in a lot is the sum of its postings",
    what: "lot ",
  },
  {
    without: ["lots_no_update"],
    bad: `UPDATE lots SET credits = credits + 1 WHERE id = ${LOT}`,
    mend: `UPDATE lots SET credits = credits - 1 WHERE id = ${LOT}`,
    check: "a lot holds what opened it",
    what: "lot ",
  },
  {
    without: ["lots_no_update"],
    bad: `UPDATE lots SET account_id = ':bea' WHERE payment_id = ':paid'`,
    mend: `UPDATE lots SET account_id = ':anna' WHERE payment_id = ':paid'`,
    check: "a posting stays within one account",
    what: "entry ",
  },
  {
    without: ["ledger_no_update"],
    bad: "UPDATE ledger SET reverses_id = (SELECT min(id) FROM ledger WHERE account_id = ':bea') WHERE idempotency_key = 'undone'",
    mend: "UPDATE ledger SET reverses_id = (SELECT max(id) FROM ledger WHERE amount = -12 AND account_id = ':anna') WHERE idempotency_key = 'undone'",
    check: "a reversal undoes one entry whole",
    what: "entry ",
  },
  {
    bad: "UPDATE accounts SET debt = debt + 1 WHERE id = ':bea'",
    mend: "UPDATE accounts SET debt = debt - 1 WHERE id = ':bea'",
    check: "a debt is the sum of its rows",
    what: "account :bea",
  },
  {
    without: ["payments_fixed"],
    bad: "UPDATE payments SET tax_rate = 210 WHERE id = ':paid'",
    mend: "UPDATE payments SET tax_rate = 0 WHERE id = ':paid'",
    check: "the sums of a payment fit",
    what: "payment :paid",
  },
  {
    without: ["payments_transition", "payments_completed"],
    bad: "UPDATE payments SET status = 'completed' WHERE id = ':open'",
    mend: "UPDATE payments SET status = 'created' WHERE id = ':open'",
    check: "a paid order is credited exactly once",
    what: "payment :open",
  },
  {
    without: ["payments_transition", "payments_completed"],
    bad: "UPDATE payments SET status = 'completed' WHERE id = ':open'",
    mend: "UPDATE payments SET status = 'created' WHERE id = ':open'",
    check: "a paid order has one receipt over its sums",
    what: "payment :open",
  },
  {
    without: ["ledger_no_update"],
    bad: "UPDATE ledger SET cause = 'gone' WHERE cause = ':paid'",
    mend: "UPDATE ledger SET cause = ':paid' WHERE cause = 'gone'",
    check: "a purchase entry has its payment",
    what: "entry ",
  },
  {
    without: ["receipts_no_update"],
    bad: `UPDATE receipts SET number = number + 1000 WHERE payment_id = ':paid'`,
    mend: `UPDATE receipts SET number = number - 1000 WHERE payment_id = ':paid'`,
    check: "receipts are numbered without gaps",
    what: "",
  },
  {
    without: ["receipts_no_update"],
    bad: "UPDATE receipts SET amount = amount + 1 WHERE payment_id = ':back' AND kind = 'credit_note'",
    mend: "UPDATE receipts SET amount = amount - 1 WHERE payment_id = ':back' AND kind = 'credit_note'",
    check: "credit notes do not exceed their receipt",
    what: "payment :back",
  },
  {
    without: ["refunds_fixed"],
    bad: "UPDATE refunds SET amount = 1001 WHERE id = ':refund'",
    mend: "UPDATE refunds SET amount = 400 WHERE id = ':refund'",
    check: "refunds do not exceed their payment",
    what: "payment :part",
  },
  {
    without: ["refunds_fixed"],
    bad: "UPDATE refunds SET credits = 9 WHERE id = ':refund'",
    mend: "UPDATE refunds SET credits = 10 WHERE id = ':refund'",
    check: "a refund takes its credits",
    what: "refund :refund",
  },
  {
    without: ["discount_uses_member"],
    bad: "UPDATE discount_uses SET validity = 'once-per-user' WHERE code = 'ALWAYS'",
    mend: "UPDATE discount_uses SET validity = 'unlimited' WHERE code = 'ALWAYS'",
    check: "a member uses a code once",
    what: "account :anna",
  },
  {
    without: ["discount_uses_member", "discount_uses_once"],
    bad: "UPDATE discount_uses SET validity = 'once' WHERE code = 'ALWAYS'",
    mend: "UPDATE discount_uses SET validity = 'unlimited' WHERE code = 'ALWAYS'",
    check: "a code for one order is used once",
    what: "code ALWAYS",
  },
  {
    bad: "UPDATE discount_uses SET state = 'reserved' WHERE payment_id = ':coded'",
    mend: "UPDATE discount_uses SET state = 'used' WHERE payment_id = ':coded'",
    check: "a code is held by an open order and used by a paid one",
    what: "payment :coded",
  },
  {
    bad: "UPDATE discount_uses SET state = 'released' WHERE payment_id = ':coded'",
    mend: "UPDATE discount_uses SET state = 'used' WHERE payment_id = ':coded'",
    check: "a paid order whose discount another one used is given back",
    what: "payment :coded",
  },
  {
    without: ["conversations_archived"],
    bad: "UPDATE conversations SET archived_seq = 1 WHERE id = ':talk'",
    mend: "UPDATE conversations SET archived_seq = 0 WHERE id = ':talk'",
    check: "messages follow the archive without a gap",
    what: "conversation :talk",
  },
  {
    bad: "UPDATE participants SET last_seq = 3 WHERE conversation_id = ':talk' AND member_id = ':anna'",
    mend: "UPDATE participants SET last_seq = 0 WHERE conversation_id = ':talk' AND member_id = ':anna'",
    check: "messages follow the archive without a gap",
    what: "conversation :talk",
  },
  {
    bad: "UPDATE messages SET seq = 3 WHERE conversation_id = ':talk' AND seq = 1",
    mend: "UPDATE messages SET seq = 1 WHERE conversation_id = ':talk' AND seq = 3",
    check: "messages follow the archive without a gap",
    what: "conversation :talk",
  },
])("$check", async ({ without = [], bad, mend, check, what }) => {
  const guards = without.map((name) => env.DB.prepare("SELECT type, name, sql FROM sqlite_master WHERE name = ?").bind(name));
  const dropped = guards.length
    ? (await env.DB.batch<{ type: string; name: string; sql: string }>(guards)).flatMap(({ results }) => results)
    : [];
  expect(dropped).toHaveLength(without.length);
  for (const { type, name } of dropped) await run(`DROP ${type} ${name}`);
  await run(named(bad));
  const { findings } = await audit(env.DB);
  await run(named(mend));
  for (const { sql } of dropped) await run(sql);
  const found = findings.find((one) => one.check === check);
  expect(found?.what).toContain(named(what));
  expect(found?.why).toBeTruthy();
  expect((await audit(env.DB)).findings, "the damage is mended").toEqual([]);
});
