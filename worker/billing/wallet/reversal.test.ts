import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { reverseSpends } from "./reversal.store.ts";

const db = connect(env.DB);
const rowsOf = async (sql: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all()
  ).results;

let keys = 0;
async function book(account: string, amount: number, kind: string, cause = "m1"): Promise<void> {
  await rowsOf(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, ?, ?, ?, 0)",
    account,
    amount,
    kind,
    cause,
    `key${keys++}`,
  );
}

let fraud: string;
let other: string;
beforeEach(async () => {
  [fraud, other] = await Promise.all([addMember({ credits: 10 }), addMember({ credits: 10 })]);
  await book(fraud, 8, "adjustment");
  // The first gift takes credits from both lots.
  await book(fraud, -12, "gift", "g1");
  await book(fraud, -3, "gift", "g2");
  await book(fraud, -1, "message");
  await book(other, -4, "gift");
});

const creditsOf = async (account: string) => (await rowsOf("SELECT credits FROM accounts WHERE id = ?", account))[0]?.credits;
const lotsOf = async (account: string) =>
  (await rowsOf("SELECT remaining FROM lots WHERE account_id = ? ORDER BY id", account)).map(({ remaining }) => remaining);

test("gifts are reversed to the lots they came from, other spendings and other members stay", async () => {
  expect(await lotsOf(fraud)).toEqual([0, 2]);
  expect(await reverseSpends(db, fraud, 7)).toBe(15);
  expect(await creditsOf(fraud)).toBe(17);
  expect(await lotsOf(fraud), "the message took one of the second lot").toEqual([10, 7]);
  const entries = await rowsOf(
    `SELECT r.amount, r.cause, e.cause AS gift FROM ledger r JOIN ledger e ON e.id = r.reverses_id
     WHERE r.account_id = ? AND r.kind = 'reversal' ORDER BY r.id`,
    fraud,
  );
  expect(entries).toEqual([
    { amount: 12, cause: "g1", gift: "g1" },
    { amount: 3, cause: "g2", gift: "g2" },
  ]);
  expect(await creditsOf(other)).toBe(6);
});

test("a second and a parallel reversal give nothing more back", async () => {
  const given = await Promise.all(Array.from({ length: 5 }, () => reverseSpends(db, fraud, 7)));
  expect(given.toSorted((a, b) => b - a)).toEqual([15, 0, 0, 0, 0]);
  expect(await reverseSpends(db, fraud, 8)).toBe(0);
  expect(await creditsOf(fraud)).toBe(17);
});

test("a later gift is reversed by the next call, and the books add up", async () => {
  await reverseSpends(db, fraud, 7);
  await book(fraud, -6, "gift", "g3");
  expect(await reverseSpends(db, fraud, 8)).toBe(6);
  const [sums] = await rowsOf(
    `SELECT (SELECT sum(amount) FROM ledger WHERE account_id = ?1) AS entries,
      (SELECT sum(remaining) FROM lots WHERE account_id = ?1) AS lots, credits FROM accounts WHERE id = ?1`,
    fraud,
  );
  expect(sums).toEqual({ entries: 17, lots: 17, credits: 17 });
});
