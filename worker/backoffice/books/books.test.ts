import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createBooksStore } from "./books.store.ts";
import { createBooks } from "./books.ts";

const { books } = servicesOf(env);
const AT = Date.parse("2019-05-31T23:59:59Z");
const mo = staffContext("operator", Date.now());

async function addReceipt(
  number: number,
  more: { kind?: string; at?: number; country?: string; rate?: number; amount?: number; tax?: number },
) {
  const { kind = "receipt", at = AT, country = "AT", rate = 200, amount = 1200, tax = 200 } = more;
  const payment = newId();
  await runSql(
    `INSERT INTO payments (id, account_id, domain_id, package_id, credits, currency, list_amount, amount, tax_rate, tax_amount, country,
        method, provider, provider_ref, status, seller, series, buyer_name, language, refund_days, idempotency_key, created_at, updated_at, ask_at)
      VALUES (?1, ?2, 'liaison', 'c10', 10, 'EUR', ?3, ?3, ?4, ?5, ?6, 'card', 'sandbox', ?1, 'created', '{}', '=Books', 'Anna', 'en', 14, ?1, 1, 1, 1)`,
    ...[payment, await addMember(), amount, rate, tax, country],
  );
  await runSql(
    "INSERT INTO receipts (series, number, kind, payment_id, amount, tax_amount, created_at) VALUES ('=Books', ?1, ?2, ?3, ?4, ?5, ?6)",
    ...[number, kind, payment, amount, tax, at],
  );
  return payment;
}

test("receipts less credit notes are summed by country and rate, in their month alone, and the file has a line of each", async () => {
  const first = await addReceipt(1, {});
  await addReceipt(2, { kind: "credit_note", amount: 600, tax: 100 });
  await addReceipt(3, { country: "DE", rate: 190, amount: 1190, tax: 190 });
  await addReceipt(4, { at: AT + 1000 });
  const { sums } = await books.staffBooks(mo, { month: "2019-05" });
  expect(sums).toEqual([
    { company: "=Books", country: "AT", currency: "EUR", rate: 200, receipts: 1, credit_notes: 1, gross: 600, tax: 100 },
    { company: "=Books", country: "DE", currency: "EUR", rate: 190, receipts: 1, credit_notes: 0, gross: 1190, tax: 190 },
  ]);
  const file = await books.staffBooksFile(mo, { month: "2019-05" });
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines).toHaveLength(4);
  // A company's name is no formula.
  expect(lines[1]).toBe(`"'=Books",1,receipt,2019-05-31,AT,EUR,20,12,2,10,liaison,card,sandbox,${first},${first}`);
  expect(lines[2]).toContain(",2,credit note,2019-05-31,AT,EUR,20,-6,-1,-5,");
  expect(file.headers.get("content-disposition")).toContain("receipts-2019-05.csv");
  expect((await books.staffBooks({ ...mo, now: AT }, {})).month).toBe("2019-05");
});

test("a month reads its own receipts and not those of all years, also of two companies and with a number that came late", async () => {
  const payment = await addReceipt(5, { at: Date.parse("2019-06-30T23:00:00Z") });
  // 20,000 receipts of 30 months; one of each month is dated some minutes before the one with the lower number.
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)";
  await runSql(
    `${numbers} INSERT INTO receipts (series, number, kind, payment_id, amount, tax_amount, created_at)
      SELECT 'Many', i, 'receipt', ?1, 100, 0, ?2 + i * 129600 * 1000 / 33 - iif(i % 667 = 0, 600000, 0) FROM n`,
    ...[payment, Date.parse("2019-07-01T00:00:00Z")],
  );
  const { db, take } = countedD1(env.DB);
  const counted = createBooks({ store: createBooksStore(connect(db)) });
  for (const month of ["2019-06", "2019-07", "2020-02", "2021-12", "2030-01"]) {
    const [from, to] = [Date.parse(`${month}-01`), Date.parse(`${month}-01`) + 32 * 86_400_000];
    const expected = await env.DB.prepare(
      "SELECT count(*) AS n FROM receipts WHERE series IN ('Many', '=Books') AND created_at >= ? AND strftime('%Y-%m', created_at / 1000, 'unixepoch') = ? AND created_at < ?",
    )
      .bind(from, month, to)
      .first<number>("n");
    take();
    const { sums } = await counted.staffBooks(mo, { month });
    expect(
      sums.reduce((sum, { receipts }) => sum + receipts, 0),
      month,
    ).toBe(expected);
    expect(take().rows, month).toBeLessThan(3 * (expected ?? 0) + 500);
    const lines = (await (await counted.staffBooksFile(mo, { month })).text()).trim().split("\r\n");
    expect(lines, month).toHaveLength(1 + (expected ?? 0));
    expect(take().rows, month).toBeLessThan(3 * (expected ?? 0) + 500);
  }
});

test("a company whose numbers have gaps and do not begin at 1 keeps each of its months", async () => {
  const payment = await addReceipt(6, { at: Date.parse("2019-06-30T23:00:00Z") });
  const months = ["2031-01", "2031-02", "2031-03"];
  const numbers = [7, 9, 10, 13, 40, 41, 900, 5000, 5001];
  const guard = await env.DB.prepare(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%number out of order%'",
  ).first<{ name: string; sql: string }>();
  // As an import of a pool does: it brings the numbers of its own receipts alone.
  await runSql(`DROP TRIGGER ${guard?.name}`);
  for (const [at, number] of numbers.entries())
    await runSql(
      "INSERT INTO receipts (series, number, kind, payment_id, amount, tax_amount, created_at) VALUES ('Gaps', ?1, 'receipt', ?2, 100, 0, ?3)",
      ...[number, payment, Date.parse(`${months[Math.floor(at / 3)]}-15`)],
    );
  await runSql(guard?.sql ?? "");
  for (const [at, month] of months.entries()) {
    const { sums } = await books.staffBooks(mo, { month });
    expect(sums, month).toMatchObject([{ company: "Gaps", receipts: 3, gross: 300 }]);
    const lines = (await (await books.staffBooksFile(mo, { month })).text()).trim().split("\r\n").slice(1);
    expect(lines.map((line) => Number(line.split(",")[1]))).toEqual(numbers.slice(3 * at, 3 * at + 3));
  }
  expect((await books.staffBooks(mo, { month: "2031-05" })).sums).toEqual([]);
});
