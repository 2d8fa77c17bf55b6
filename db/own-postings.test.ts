import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { spend } from "#worker/billing/wallet/spend.sql.ts";
import { audit } from "./audit.ts";
import { connect } from "./client.ts";
import { prepared } from "./raw.ts";
import { sql } from "./sql.ts";

// A spending that one lot covers is its own posting: decision 114.

let member: string;
let keys = 0;

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const book = async (
  amount: number,
  kind: string,
  more: { lot?: number | null; reverses?: number; who?: string; cause?: string } = {},
) =>
  (await env.DB.prepare(
    `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id, reverses_id)
      VALUES (?, ?, ?, ?, ?, 1, ?, ?) RETURNING id`,
  )
    .bind(more.who ?? member, amount, kind, more.cause ?? "test", `own-${keys++}`, more.lot ?? null, more.reverses ?? null)
    .first<number>("id")) as number;
const lots = async (who = member) =>
  (
    await env.DB.prepare("SELECT id, credits, remaining, open FROM lots WHERE account_id = ? ORDER BY id")
      .bind(who)
      .all<{ id: number; credits: number; remaining: number; open: number }>()
  ).results;
const left = async () => (await lots()).map(({ remaining, open }) => [remaining, open]);
const balance = (who = member) => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(who).first<number>("credits");
const debt = () => env.DB.prepare("SELECT debt FROM accounts WHERE id = ?").bind(member).first<number>("debt");
const postings = async (entry: number) =>
  (await env.DB.prepare("SELECT debit, credit, amount FROM postings WHERE entry_id = ? ORDER BY lot_id").bind(entry).all())
    .results;
const entries = async () =>
  (await env.DB.prepare("SELECT id, amount, lot_id FROM ledger WHERE account_id = ? ORDER BY id").bind(member).all<Entry>())
    .results;

interface Entry {
  id: number;
  amount: number;
  lot_id: number | null;
}

/** As the product spends. */
async function pay(price: number, kind: "message" | "gift" = "message"): Promise<Entry> {
  // A column that lots have too, as the paid row of an unlock has.
  const paid = { account: sql`account_id`, price: sql`${price}`, cause: sql`'test'`, key: sql`${`own-${keys++}`}`, at: sql`1` };
  const rows = sql`FROM (SELECT id AS account_id FROM accounts) WHERE account_id = ${member}`;
  await prepared(connect(env.DB), spend(kind, paid, rows)).run();
  return (await entries()).at(-1) ?? expect.unreachable("no entry");
}

async function bought(credits: number): Promise<string> {
  const id = `own-pay-${keys++}`;
  await run(
    `INSERT INTO payments (id, account_id, domain_id, package_id, credits, currency, list_amount, amount, tax_rate, tax_amount,
      country, method, provider, status, seller, series, buyer_name, language, refund_days, idempotency_key, created_at,
      updated_at, ask_at)
      VALUES (?1, ?2, 'liaison', 'c60', ?3, 'EUR', 999, 999, 210, 173, 'NL', 'card', 'sandbox', 'created', '{}', 'Own ' || ?2, 'Anna',
      'en', 14, ?1, 1, 1, 1)`,
    ...[id, member, credits],
  );
  await run("UPDATE payments SET status = 'completed', updated_at = 2 WHERE id = ?", id);
  return id;
}

beforeEach(async () => {
  member = await addMember({ credits: 0 });
});

test("a price that one lot covers is one entry without postings, a price over two lots is posted to both", async () => {
  await book(3, "signup");
  await bought(10);
  const [first, second] = await lots();
  const own = await pay(2);
  expect(own).toMatchObject({ amount: -2, lot_id: first?.id });
  expect(await postings(own.id)).toEqual([]);
  const over = await pay(4, "gift");
  expect(over).toMatchObject({ amount: -4, lot_id: null });
  expect(await postings(over.id)).toEqual([
    { debit: "member", credit: "revenue", amount: 1 },
    { debit: "member", credit: "revenue", amount: 3 },
  ]);
  expect(await left()).toEqual([
    [0, 0],
    [7, 1],
  ]);
  expect(await pay(7)).toMatchObject({ lot_id: second?.id });
  expect([await balance(), await left()]).toEqual([
    0,
    [
      [0, 0],
      [0, 0],
    ],
  ]);
  await expect(pay(1)).rejects.toThrow("credits_not_negative");
  expect((await audit(env.DB)).findings).toEqual([]);
});

test("nothing is written for a lot of another member, an empty lot, a younger lot, a credit, or beside an open debt", async () => {
  const other = await addMember({ credits: 9 });
  const [theirs] = await lots(other);
  await book(3, "signup");
  await book(5, "goodwill");
  const [first, second] = await lots();
  const before = await entries();
  const refused = (amount: number, lot: number | undefined) => expect(book(amount, "message", { lot: lot ?? null })).rejects;
  await refused(-1, theirs?.id).toThrow("entry without lots");
  await refused(-1, 987654).toThrow("entry without lots");
  await refused(-4, first?.id).toThrow("lot_covered");
  await refused(-1, second?.id).toThrow("an older lot has credits");
  await refused(1, first?.id).toThrow("a spending is a debit");
  await refused(-9, first?.id).toThrow("credits_not_negative");
  await run("INSERT INTO debts (account_id, payment_id, credits, created_at) VALUES (?, 'p', 1, 1)", member);
  await refused(-1, first?.id).toThrow("debt is open");
  expect([await balance(), await balance(other), await entries()]).toEqual([8, 9, before]);
  expect(await left()).toEqual([
    [3, 1],
    [5, 1],
  ]);
  await run("INSERT INTO debts (account_id, payment_id, credits, created_at) VALUES (?, 'p', -1, 1)", member);
});

test("a reversal gives the credits back to their lot, opens it, and is possible once", async () => {
  await book(3, "signup");
  const own = await pay(3);
  expect(await left()).toEqual([[0, 0]]);
  const back = await book(3, "reversal", { reverses: own.id });
  expect(await postings(back)).toEqual([{ debit: "revenue", credit: "member", amount: 3 }]);
  expect([await balance(), await left()]).toEqual([3, [[3, 1]]]);
  await expect(book(3, "reversal", { reverses: own.id })).rejects.toThrow("UNIQUE");
  expect(await pay(3)).toMatchObject({ lot_id: own.lot_id });
  expect((await audit(env.DB)).findings).toEqual([]);
});

test("a chargeback counts what spendings took from its lot, less what was given back", async () => {
  const payment = await bought(10);
  await pay(2);
  const given = await pay(3, "gift");
  await pay(1);
  await book(3, "reversal", { reverses: given.id });
  await run("UPDATE payments SET status = 'chargeback', updated_at = 3 WHERE id = ?", payment);
  expect([await balance(), await debt()]).toEqual([0, 3]);
  expect((await audit(env.DB)).findings).toEqual([]);
});

test("no lot with credits is closed, and an entry that names no lot is posted as before", async () => {
  await book(3, "signup");
  await expect(run("UPDATE lots SET open = 0 WHERE account_id = ?", member)).rejects.toThrow("lot_open");
  const entry = await book(-1, "message");
  expect(await postings(entry)).toEqual([{ debit: "member", credit: "revenue", amount: 1 }]);
  expect(await left()).toEqual([[2, 1]]);
});

interface Damage {
  without: string[];
  bad: string;
  mend: string;
  check: string;
}

test.each<Damage>([
  {
    without: [],
    bad: "UPDATE lots SET open = 1 WHERE id = :lot",
    mend: "UPDATE lots SET open = 0 WHERE id = :lot",
    check: "spending finds each lot with credits",
  },
  {
    without: ["ledger_no_update"],
    bad: "UPDATE ledger SET lot_id = :theirs WHERE id = :entry",
    mend: "UPDATE ledger SET lot_id = :lot WHERE id = :entry",
    check: "a posting stays within one account",
  },
  {
    without: ["ledger_no_update"],
    bad: "UPDATE ledger SET amount = amount + 1 WHERE id = :entry",
    mend: "UPDATE ledger SET amount = amount - 1 WHERE id = :entry",
    check: "what is left in a lot is the sum of its postings",
  },
  {
    without: ["postings_lot", "postings_no_delete"],
    bad: "INSERT INTO postings (entry_id, lot_id, debit, credit, amount) VALUES (:entry, :lot, 'member', 'revenue', 1)",
    mend: "DELETE FROM postings WHERE entry_id = :entry",
    check: "the postings of an entry are its amount",
  },
])("the audit finds: $check", async ({ without, bad, mend, check }) => {
  const other = await addMember({ credits: 9 });
  await book(3, "signup");
  const own = await pay(3);
  const ids = { lot: own.lot_id, entry: own.id, theirs: (await lots(other))[0]?.id };
  const named = (text: string) => text.replace(/:([a-z]+)/g, (_, name: keyof typeof ids) => String(ids[name]));
  const { results } = await env.DB.prepare("SELECT name, sql FROM sqlite_master WHERE name IN (SELECT value FROM json_each(?))")
    .bind(JSON.stringify(without))
    .all<{ name: string; sql: string }>();
  expect(results).toHaveLength(without.length);
  for (const { name } of results) await run(`DROP TRIGGER ${name}`);
  await run(named(bad));
  const { findings } = await audit(env.DB);
  await run(named(mend));
  for (const { sql: text } of results) await run(text);
  expect(findings.map((found) => found.check)).toContain(check);
  expect((await audit(env.DB)).findings).toEqual([]);
});
