import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";

// Constraints and triggers of the money tables (decision 45).

let member: string;
let keys = 0;

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();
const all = async <T = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<T>()
  ).results;
const book = (amount: number, kind: string, more: { lot?: number; reverses?: number; cause?: string } = {}) =>
  env.DB.prepare(
    `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id, reverses_id)
      VALUES (?, ?, ?, ?, ?, 1, ?, ?) RETURNING id`,
  )
    .bind(member, amount, kind, more.cause ?? "test", `money-${keys++}`, more.lot ?? null, more.reverses ?? null)
    .first<number>("id") as Promise<number>;
const lots = () =>
  all<{ credits: number; remaining: number }>("SELECT credits, remaining FROM lots WHERE account_id = ? ORDER BY id", member);
const account = async () =>
  (
    await all<{ credits: number; debt: number; paid_user: number }>(
      "SELECT credits, debt, paid_user FROM accounts WHERE id = ?",
      member,
    )
  )[0];
const postingsOf = (entry: number) => all("SELECT debit, credit, amount FROM postings WHERE entry_id = ? ORDER BY lot_id", entry);
const receipts = (series: string) =>
  all("SELECT number, kind, amount, tax_amount FROM receipts WHERE series = ? ORDER BY number", series);

async function order(credits: number, amount: number, series = `Series ${member}`): Promise<string> {
  const id = `pay-${keys++}`;
  await run(
    `INSERT INTO payments (id, account_id, domain_id, package_id, credits, currency, list_amount, amount, tax_rate, tax_amount,
      country, method, provider, status, seller, series, buyer_name, language, refund_days, idempotency_key, created_at,
      updated_at, ask_at)
      VALUES (?1, ?2, 'liaison', 'c60', ?3, 'EUR', ?4, ?4, 210, ?5, 'NL', 'card', 'sandbox', 'created', '{}', ?6, 'Anna', 'en', 14,
      ?1, 1, 1, 1)`,
    id,
    member,
    credits,
    amount,
    Math.round((amount * 21) / 121),
    series,
  );
  return id;
}
const move = (id: string, status: string) => run("UPDATE payments SET status = ?, updated_at = 2 WHERE id = ?", status, id);
const bought = async (credits: number, amount: number) => {
  const id = await order(credits, amount);
  await move(id, "completed");
  return id;
};

beforeEach(async () => {
  member = await addMember({ credits: 0 });
});

test("spending takes the oldest lots first, and every entry is posted between two books", async () => {
  await book(3, "signup");
  await bought(10, 999);
  const spent = await book(-5, "gift");
  expect(await lots()).toEqual([
    { credits: 3, remaining: 0 },
    { credits: 10, remaining: 8 },
  ]);
  expect(await postingsOf(spent)).toEqual([
    { debit: "member", credit: "revenue", amount: 3 },
    { debit: "member", credit: "revenue", amount: 2 },
  ]);
  expect(await account()).toEqual({ credits: 8, debt: 0, paid_user: 1 });
});

test("an uncovered debit is refused by the balance, and nothing is written", async () => {
  await book(3, "signup");
  await expect(book(-4, "message")).rejects.toThrow("credits_not_negative");
  expect([await lots(), (await account())?.credits]).toEqual([[{ credits: 3, remaining: 3 }], 3]);
});

test("a reversal gives each lot its own credits back, once", async () => {
  await book(3, "signup");
  await bought(10, 999);
  const spent = await book(-5, "gift");
  await book(5, "reversal", { reverses: spent });
  expect(await lots()).toEqual([
    { credits: 3, remaining: 3 },
    { credits: 10, remaining: 10 },
  ]);
  await expect(book(5, "reversal", { reverses: spent })).rejects.toThrow("UNIQUE");
  await expect(book(4, "reversal", { reverses: await book(-5, "gift") })).rejects.toThrow("entry without lots");
});

test("the journal is append-only, and so are receipts, orders and debts", async () => {
  const id = await bought(10, 999);
  await book(-1, "gift");
  await move(id, "chargeback");
  for (const change of [
    "UPDATE debts SET credits = 0",
    "DELETE FROM debts",
    "UPDATE postings SET amount = 1",
    "DELETE FROM postings",
    "UPDATE lots SET credits = 99",
    "DELETE FROM lots",
    "UPDATE receipts SET amount = 1",
    "DELETE FROM receipts",
    "DELETE FROM payments",
    "UPDATE payments SET amount = 1, list_amount = 1",
  ])
    await expect(run(change), change).rejects.toThrow(/append-only|never deleted|does not change/);
});

test("a payment is completed once, also after it was given up", async () => {
  const id = await order(10, 999);
  await move(id, "pending");
  await move(id, "expired");
  await move(id, "completed");
  await move(id, "completed");
  expect((await account())?.credits).toBe(10);
  for (const status of ["created", "pending", "failed", "cancelled", "expired"])
    await expect(move(id, status), status).rejects.toThrow("payment status out of order");
  await move(id, "refunded");
  await expect(move(id, "completed")).rejects.toThrow("payment status out of order");
});

test("receipts are numbered without gaps per company, credit notes in the same series", async () => {
  const series = `Company ${keys}`;
  const ids = [];
  for (let n = 0; n < 3; n++) ids.push(await order(10, 1210, series));
  await Promise.all(ids.map((id) => move(id, "completed")));
  await move(ids[1] as string, "refunded");
  expect(await receipts(series)).toEqual([
    ...[1, 2, 3].map((number) => ({ number, kind: "receipt", amount: 1210, tax_amount: 210 })),
    { number: 4, kind: "credit_note", amount: 1210, tax_amount: 210 },
  ]);
  await expect(
    run("INSERT INTO receipts VALUES (?, 6, 'receipt', ?, 1, 0, 1)", series, ids[0]),
    "a gap in the numbers",
  ).rejects.toThrow("receipt number out of order");
});

test("a chargeback after spending makes a debt, ends premium, and the next purchase repays first", async () => {
  const id = await bought(10, 999);
  await book(-4, "message");
  await move(id, "chargeback");
  expect(await account()).toEqual({ credits: 0, debt: 4, paid_user: 0 });
  await book(2, "signup");
  for (const kind of ["message", "gift", "photos", "icebreaker"])
    await expect(book(-1, kind), kind).rejects.toThrow("debt is open");
  await bought(3, 299);
  expect(await account()).toEqual({ credits: 2, debt: 1, paid_user: 1 });
  await bought(3, 299);
  expect(await account()).toEqual({ credits: 4, debt: 0, paid_user: 1 });
  await book(-1, "message");
});

test("what was spent of a purchase that is taken back is settled at once from other credits", async () => {
  const [first, second] = [await bought(10, 999), await bought(10, 999)];
  await book(-6, "message");
  await move(first, "chargeback");
  expect(await account()).toEqual({ credits: 4, debt: 0, paid_user: 1 });
  await book(-1, "message");
  await move(second, "chargeback");
  expect(await account()).toEqual({ credits: 0, debt: 7, paid_user: 0 });
  const [third] = [await bought(20, 999), await bought(5, 299)];
  await book(-13, "gift");
  await move(third, "refunded");
  expect(await account(), "the rest by the next purchase").toEqual({ credits: 0, debt: 15, paid_user: 1 });
});

test("another completed purchase keeps premium when one is taken back", async () => {
  const [first] = [await bought(10, 999), await bought(10, 999)];
  await move(first as string, "refunded");
  expect(await account()).toEqual({ credits: 10, debt: 0, paid_user: 1 });
});

const refund = (payment: string, amount: number, credits: number, id = `refund-${keys++}`) =>
  run(
    "INSERT INTO refunds (id, payment_id, account_id, amount, credits, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'requested', 3, 3)",
    id,
    payment,
    member,
    amount,
    credits,
  ).then(() => id);
const settle = (id: string, status: string) => run("UPDATE refunds SET status = ?, updated_at = 4 WHERE id = ?", status, id);

test("a refund takes credits of its own purchase, and its notes sum up to the receipt", async () => {
  const id = await bought(10, 1000);
  await bought(10, 1000);
  await book(-7, "gift");
  const one = await refund(id, 100, 1);
  expect((await lots()).map(({ remaining }) => remaining)).toEqual([2, 10]);
  await settle(one, "done");
  await settle(await refund(id, 200, 2), "done");
  await expect(refund(id, 1, 1), "credits that were spent").rejects.toThrow("entry without lots");
  await expect(refund(id, 701, 0)).rejects.toThrow("refund above the payment");
  expect((await account())?.paid_user).toBe(1);
  await settle(await refund(id, 700, 0), "done");
  const [receipt, , ...notes] = await receipts(`Series ${member}`);
  expect(notes).toHaveLength(3);
  expect(notes.reduce((sum, { tax_amount }) => sum + (tax_amount as number), 0)).toBe(receipt?.tax_amount);
});

test("a full refund ends the payment, a refused one gives the credits back", async () => {
  const id = await bought(10, 999);
  const refused = await refund(id, 999, 10);
  expect(await account()).toMatchObject({ credits: 0, paid_user: 1 });
  await settle(refused, "failed");
  expect(await account()).toMatchObject({ credits: 10, paid_user: 1 });
  await expect(settle(refused, "done")).rejects.toThrow("refund status out of order");
  await settle(await refund(id, 999, 10), "done");
  expect(await account()).toEqual({ credits: 0, debt: 0, paid_user: 0 });
  expect(await all("SELECT status FROM payments WHERE id = ?", id)).toEqual([{ status: "refunded" }]);
  await expect(refund(id, 1, 0)).rejects.toThrow("refund of nothing paid");
});

test("credits of a refund that is refused settle a debt that was made meanwhile", async () => {
  const [first, second] = [await bought(10, 999), await bought(10, 999)];
  await book(-6, "message");
  const refused = await refund(second, 999, 10);
  await move(first, "chargeback");
  expect(await account()).toMatchObject({ credits: 0, debt: 6 });
  await settle(refused, "failed");
  expect(await account()).toMatchObject({ credits: 4, debt: 0 });
});

test("a code is reserved by one open order and free again when that order ends", async () => {
  const [first, second] = [await order(10, 999), await order(10, 999)];
  const reserve = (payment: string) =>
    run("INSERT INTO discount_uses VALUES (?, 'liaison', 'WELCOME25', ?, 'once-per-user', 'reserved')", payment, member);
  await reserve(first);
  await expect(reserve(second)).rejects.toThrow("UNIQUE");
  await move(first, "failed");
  await reserve(second);
  await move(second, "completed");
  // Paid late: the first order keeps its price, the code counts once.
  await move(first, "completed");
  expect(await all("SELECT state FROM discount_uses WHERE account_id = ? ORDER BY payment_id", member)).toEqual([
    { state: "released" },
    { state: "used" },
  ]);
});
