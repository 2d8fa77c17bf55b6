import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { connect } from "#db/client.ts";
import { refunds } from "#db/schema/index.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { addMail } from "#tests/setup/outbox.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { createStatusStore, WALKED } from "./status.store.ts";
import { createStatus, runTasks } from "./status.ts";

const NOW = Date.UTC(2027, 0, 5, 12);
const d1 = countedD1(env.DB);
const store = createStatusStore(connect(d1.db));
const status = createStatus({
  store,
  build: { version: "0.2.0", build: "abc" },
  limit: WALKED,
  ageList: { report: async () => null },
});

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const operator = staffContext("operator", NOW);
const look = (ctx = operator) => status.staffStatus(ctx);
const ago = (ms: number) => new Date(NOW - ms).toISOString();

beforeEach(async () => {
  for (const table of ["cron_tasks", "outbox", "news", "pushes", "push_subscriptions", "payment_notices"])
    await run(`DELETE FROM ${table}`);
  d1.take();
});

async function tick(at: number, failing: Record<string, unknown> = {}) {
  const ended: string[] = [];
  const task = (name: string) => async () => {
    if (name in failing) throw failing[name];
    ended.push(name);
  };
  const tasks = Object.fromEntries(["mails", "visits", "erasure"].map((name) => [name, task(name)]));
  let clock = at - 40;
  await runTasks(store, tasks, () => {
    clock += 20;
    return clock;
  });
  return ended;
}

test("a failing task stops no other, is named in the log and on the page, and is well after its next run", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const down = { erasure: new Error("D1_ERROR: no such row for anna@example.org") };
  expect(await tick(NOW - 3 * MINUTE, down)).toEqual(["mails", "visits"]);
  await tick(NOW - 2 * MINUTE, { ...down, visits: new AppError("conflict") });
  expect(JSON.parse(String(error.mock.calls[0]?.[0]))).toMatchObject({ event: "sweep failed", task: "erasure" });
  const failed_at = ago(2 * MINUTE);
  expect(await look()).toMatchObject({
    cron: { ran_at: failed_at, took_ms: 20, late: false },
    tasks: expect.arrayContaining([
      { name: "erasure", failed_at, failures: 2, error: "D1_ERROR" },
      { name: "visits", failed_at, failures: 1, error: "conflict" },
    ]),
  });
  expect(await tick(NOW)).toEqual(["mails", "visits", "erasure"]);
  expect((await look()).tasks.map(({ failures, failed_at: at }) => [failures, at])).toEqual([
    [0, failed_at],
    [0, failed_at],
  ]);
  const { results } = await env.DB.prepare("SELECT * FROM cron_tasks").all();
  expect(JSON.stringify(results)).not.toContain("anna");
});

test("a run that cannot be noted ends, and says so", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  await runTasks({ noteRun: () => Promise.reject(new Error("D1 is away")) }, { visits: async () => {} }, () => 0);
  expect(error).toHaveBeenCalledOnce();
});

test("a cron that stands still is late, and so is one that never ran", async () => {
  expect((await look()).cron).toEqual({ ran_at: null, took_ms: null, late: true });
  await tick(NOW - 4 * MINUTE);
  expect((await look()).cron.late).toBe(false);
  await run("UPDATE cron_tasks SET ran_at = ?", NOW - 6 * MINUTE);
  expect((await look()).cron.late).toBe(true);
});

test("waiting work counts from its due time, and each list has its own limit", async () => {
  const by = await addMember();
  await addMail(NOW - 20 * MINUTE);
  await addMail(NOW - 5 * MINUTE);
  await addMail(NOW + MINUTE);
  const failed = await addMail(NOW - DAY);
  await run("UPDATE outbox SET status = 'failed', last_error = 'E_RATE_LIMITED' WHERE id = ?", failed);
  await run("INSERT INTO news (account_id, kind, subject, at, due_at) VALUES (?, 'like', 'x', 0, ?)", by, NOW - MINUTE);
  await run("UPDATE payments SET ask_at = ?", NOW + DAY);
  await addOrder({ by, at: NOW - HOUR });
  const [ended, told, late] = ["cancelled", "expired", "pending"].map((status) => addOrder({ by, at: NOW - 2 * HOUR, status }));
  await run("UPDATE payments SET said_at = 1 WHERE id = ?", await told);
  await addOrder({ by, at: NOW - 15 * DAY, status: "pending", method: "directdebit", ask: NOW + HOUR });
  expect(await Promise.all([ended, late])).toHaveLength(2);
  const found = await look();
  expect(Object.fromEntries(found.waiting.map(({ name, ...rest }) => [name, Object.values(rest)]))).toEqual({
    mails: [2, ago(20 * MINUTE), true],
    mails_given_up: [1, ago(DAY), false],
    notification_mails: [1, ago(MINUTE), false],
    digests: [0, null, false],
    payments: [3, ago(2 * HOUR), true],
    payments_undecided: [1, ago(15 * DAY), false],
    refunds: [0, null, false],
    refunds_refused: [0, null, false],
  });
});

test("each provider tells when it last did what it should, and what it refused", async () => {
  const by = await addMember();
  const [sent, refused, given] = [await addMail(NOW - HOUR), await addMail(NOW - HOUR), await addMail(NOW - HOUR)];
  await run("UPDATE outbox SET status = 'sent', sent_at = ? WHERE id = ?", NOW - HOUR, sent);
  await run("UPDATE outbox SET last_error = 'E_RATE_LIMITED', next_attempt_at = ? WHERE id = ?", NOW + HOUR, refused);
  await run("UPDATE outbox SET status = 'failed', last_error = 'E_SENDER' WHERE id = ?", given);
  for (const [n, outcome] of ["dropped", "sent", null].entries())
    await run("INSERT INTO pushes VALUES (?, ?, 'like', ?, ?, 0, ?)", newId(), by, newId(), NOW - (3 - n) * MINUTE, outcome);
  const session = await logIn(by, NOW);
  expect(session).not.toBe("");
  await run(
    `INSERT INTO push_subscriptions (endpoint, account_id, session_hash, domain_id, public_key, p256dh, auth, created_at, refused_at)
      SELECT 'https://push.example/1', ?1, token_hash, 'liaison', 'k', 'p', 'a', 0, ?2 FROM sessions WHERE account_id = ?1`,
    by,
    NOW - MINUTE,
  );
  const order = await addOrder({ by, at: NOW - HOUR });
  await run("UPDATE payments SET status = 'completed', completed_at = ?, updated_at = ?1 WHERE id = ?", NOW - 2 * MINUTE, order);
  for (const [provider, outcome] of [
    ["sandbox", "applied"],
    ["sandbox", "sum differs"],
    ["operator", "decided"],
  ])
    await run("INSERT INTO payment_notices VALUES (?, ?, ?, 'done', ?, ?)", provider, newId(), order, outcome, NOW - MINUTE);

  const { mail, push, payments } = await look();
  expect(mail.sent_at).toBe(ago(HOUR));
  expect(mail.errors).toEqual([
    { code: "E_RATE_LIMITED", count: 1, at: null },
    { code: "E_SENDER", count: 1, at: ago(HOUR) },
  ]);
  expect(push).toEqual({ sent_at: ago(2 * MINUTE), refused: 1, refused_at: ago(MINUTE) });
  expect(payments.filter(({ provider }) => provider === "operator")).toEqual([]);
  expect(payments.find(({ provider }) => provider === "sandbox")).toMatchObject({
    refused: 1,
    refused_at: ago(MINUTE),
  });
});

test("a look is one round trip, does not grow with what waits, and is noted", async () => {
  const by = await addMember();
  const many = (n: number, text: string) =>
    run(`WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${n}) ${text}`, by, NOW - HOUR);
  const fill = async (n: number) => {
    await many(n, "INSERT INTO news (account_id, kind, subject, at, due_at) SELECT ?1, 'like', random(), 0, ?2 FROM n");
    await many(n, "INSERT INTO pushes SELECT random(), ?1, 'like', random(), ?2, 0, 'sent' FROM n");
  };
  await fill(WALKED);
  d1.take();
  const other = staffContext("operator", NOW);
  const first = await look(other);
  const before = d1.take();
  await fill(4 * WALKED);
  d1.take();
  const second = await look(other);
  expect([before.trips, d1.take()]).toEqual([1, before]);
  for (const { waiting } of [first, second])
    expect(waiting.find(({ name }) => name === "notification_mails")?.count).toBe(WALKED);
  expect(second.build).toMatchObject({ version: "0.2.0", build: "abc", schema: expect.stringMatching(/^\d{4}_\w+\.sql$/) });
});

test("a refund that the provider refused is work for a person until another one is begun, or for 30 days", async () => {
  const by = await addMember();
  const payment = await addOrder({ by, status: "completed" });
  const refund = async (at: number, state: "failed" | "requested") => {
    const row = { id: newId(), paymentId: payment, accountId: by, amount: 100, credits: 0, createdAt: at, updatedAt: at };
    await connect(env.DB)
      .insert(refunds)
      .values({ ...row, status: "requested" });
    await run("UPDATE refunds SET status = ? WHERE id = ?", state, row.id);
  };
  const seen = async () => (await look()).waiting.find(({ name }) => name === "refunds_refused");
  await refund(NOW - 31 * DAY, "failed");
  expect(await seen()).toMatchObject({ count: 0 });
  await refund(NOW - 2 * DAY, "failed");
  await refund(NOW - DAY, "failed");
  expect(await seen()).toEqual({ name: "refunds_refused", count: 1, oldest: ago(DAY), late: false });
  await refund(NOW - HOUR, "requested");
  expect(await seen()).toMatchObject({ count: 0 });
});
