import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { connect } from "#db/client.ts";
import type { WebhookEvent } from "#db/schema/operator-codes.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { bookedRows } from "#tests/setup/staff.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { createSeal } from "#worker/platform/sealed.ts";
import { createDeliveriesStore } from "./deliveries.store.ts";
import { createDeliveries } from "./deliveries.ts";
import { signaturesOf } from "./signature.ts";
import { createWebhooksStore } from "./webhooks.store.ts";
import { createWebhooks } from "./webhooks.ts";
import { ATTEMPTS, BACKOFF, LEASE, LOG_RETENTION, OLD_SECRET } from "./webhooks.vocabulary.ts";

interface Received {
  url: string;
  id: string;
  seconds: number;
  signatures: string;
  body: string;
}

const db = connect(env.DB);
const HOOK = "https://hooks.operator.example.com/liaison";
let mo: StaffMemberContext;
let now: number;
let status: number | "none";
let received: Received[];
let told: string[];

const deliveries = createDeliveries({
  store: createDeliveriesStore(db),
  seal: createSeal("test only", "webhook secrets"),
  async fetch(input, init) {
    const request = new Request(input as string, init);
    const { headers } = request;
    const of = (name: string) => headers.get(`webhook-${name}`) ?? "";
    received.push({
      ...{ url: request.url, id: of("id"), seconds: Number(of("timestamp")), signatures: of("signature") },
      body: await request.text(),
    });
    if (status === "none") throw new TypeError("no connection");
    return new Response(null, { status, headers: { location: "http://10.0.0.1/" } });
  },
  mails: {
    async toOperators({ subject }) {
      told.push(subject);
      return [];
    },
    dispatch: async () => {},
  },
  local: false,
  pageOf: () => null,
});
const webhooks = createWebhooks({
  store: createWebhooksStore(db),
  confirmation: {
    async bothFactors(_, { code }) {
      if (code !== "123456") throw new Error("not confirmed");
    },
  },
  limits: { hit: async () => ({ allowed: true }) } as never,
  cursors: createCursors("test only"),
  after: (work) => void work,
  ...{ deliveries, local: false },
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields: [field] = [], message }: AppError) => (field ? `${field.field} ${field.code}` : (code ?? message)),
  );
const add = (more: object = {}) =>
  webhooks.addWebhook(mo, { url: HOOK, site: "", "member.signed_up": "on", code: "123456", ...more });
const log = async (id: string) => (await webhooks.webhookLog(mo, { id })).deliveries;
const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();
const bytesOf = (secret: string) => secret.replace("whsec_", "").replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const signedBy = (secrets: string[], { id, seconds, body }: Received) => signaturesOf(secrets.map(bytesOf), id, seconds, body);

beforeEach(async () => {
  await env.DB.exec("DELETE FROM webhooks");
  now = Date.now();
  mo = staffContext("operator", now);
  [status, received, told] = [204, [], []];
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
});

test("each event is written with its fact, once for each webhook that wants it, and nothing without one", async () => {
  const facts = async () => {
    const id = await addMember({ status: "not_confirmed" });
    await run("UPDATE accounts SET status = 'active' WHERE id = ?", id);
    await env.DB.batch(bookedRows(id).map(({ sql, values }) => env.DB.prepare(sql).bind(...values)));
    await run("UPDATE payments SET status = 'refunded', updated_at = 2 WHERE id = ?", id);
    const other = await addMember();
    await run(
      `INSERT INTO reports (id, reference, domain_id, pool, reporter_id, reported_id, kind, object_id, reason, created_at, due_at)
       VALUES (?1, ?1, 'liaison', 'liaison', ?2, ?1, 'profile', ?1, 'scam', 1, 1)`,
      ...[id, other],
    );
    await run(
      `INSERT INTO decisions (id, reference, domain_id, pool, member_id, about, kind, reason, decided_by, created_at)
       VALUES (?1, ?1, 'liaison', 'liaison', ?1, 'profile', 'warning', 'scam', 'x', 1)`,
      id,
    );
    await run("UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?", id);
    await run("UPDATE accounts SET status = 'active' WHERE id = ?", id);
    return id;
  };
  await facts();
  const count = () => env.DB.prepare("SELECT count(*) FROM webhook_deliveries").first("count(*)");
  expect(await count()).toBe(0);
  const all = ["signed_up", "confirmed", "left", "returned"].map((name) => `member.${name}`);
  const events = [...all, "order.paid", "order.refunded", "report.made", "decision.made"] as WebhookEvent[];
  const { id: one } = await add(Object.fromEntries(events.map((name) => [name, "on"])));
  await add({ url: `${HOOK}/other`, site: "dichtbij", ...Object.fromEntries(events.map((name) => [name, "on"])) });
  const { id: off } = await add({ url: `${HOOK}/off` });
  await webhooks.switchWebhook(mo, { id: off, to: "off" });
  const member = await facts();
  const rows = (await log(one)).toReversed();
  expect(new Set(rows.map(({ event }) => event))).toEqual(new Set(events));
  expect([rows.length, await count()]).toEqual([8, 8]);
  const objects = rows.filter(({ event }) => !event.startsWith("member.")).map((row) => [row.member, row.object]);
  expect(objects).toEqual(Array.from({ length: 4 }, () => [member, member]));
});

test("an event is signed as Standard Webhooks says, with ids only", async () => {
  const { id, secret } = await add();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const stored = await env.DB.prepare("SELECT secret FROM webhooks").first<string>("secret");
  expect(stored).not.toContain(bytesOf(secret));
  const member = await addMember({ status: "not_confirmed" });
  await deliveries.sweep(now + MINUTE);
  const [one = expect.unreachable("nothing came")] = received;
  expect(one.url).toBe(HOOK);
  expect(JSON.parse(one.body)).toEqual({
    type: "member.signed_up",
    timestamp: expect.stringMatching(/Z$/),
    data: { site: "liaison", member },
  });
  expect(one.signatures).toBe(await signedBy([secret], one));
  expect(one.signatures).not.toBe(await signedBy([secret], { ...one, body: one.body.replace(member, "x") }));
  expect(await log(id)).toMatchObject([{ id: one.id, state: "delivered", attempts: 1, answer: 204, member }]);
  await deliveries.sweep(now + DAY);
  expect(received).toHaveLength(1);
});

test("after a rotation both secrets sign, for a day", async () => {
  const { id, secret: before } = await add();
  const { secret } = await webhooks.rotateWebhookSecret(mo, { id, code: "123456" });
  expect(secret).not.toBe(before);
  await addMember({ status: "not_confirmed" });
  await deliveries.sweep(now + MINUTE);
  await addMember({ status: "not_confirmed" });
  await deliveries.sweep(now + OLD_SECRET + MINUTE);
  const [both = expect.unreachable(), alone = expect.unreachable()] = received;
  expect(both.signatures).toBe(await signedBy([secret, before], both));
  expect(alone.signatures).toBe(await signedBy([secret], alone));
});

test("a failed delivery is repeated with its id and a new time, then later and later, and ends the webhook", async () => {
  const { id } = await add();
  status = 500;
  await addMember({ status: "not_confirmed" });
  let at = now + MINUTE;
  for (const wait of BACKOFF) {
    await deliveries.sweep(at);
    await deliveries.sweep(at + wait - 1);
    at += wait;
  }
  expect([received.length, told]).toEqual([ATTEMPTS - 1, []]);
  await deliveries.sweep(at);
  expect(new Set(received.map((one) => one.id)).size).toBe(1);
  expect(new Set(received.map(({ seconds }) => seconds)).size).toBe(ATTEMPTS);
  expect(await log(id)).toMatchObject([{ state: "failed", attempts: ATTEMPTS, answer: 500, error: "refused" }]);
  expect((await webhooks.webhooks(mo)).webhooks).toMatchObject([{ disabled_for: "failures", failed: 1, waiting: 0 }]);
  expect(told).toEqual(["Webhook to hooks.operator.example.com switched off"]);
  const { results } = await env.DB.prepare(
    "SELECT reason, staff_id FROM staff_audit WHERE action = 'end webhook' AND object_id = ?",
  )
    .bind(id)
    .all();
  expect(results).toEqual([{ reason: "failures", staff_id: null }]);
  // Off, it gets nothing, and sends nothing again.
  await addMember({ status: "not_confirmed" });
  expect(await log(id)).toHaveLength(1);
  expect(await codeOf(webhooks.replayWebhook(mo, { id }))).toBe("conflict");
  await webhooks.switchWebhook(mo, { id, to: "on" });
  status = 200;
  expect(await webhooks.replayWebhook(mo, { id })).toEqual({ again: 1 });
  await expect.poll(() => received.length).toBe(ATTEMPTS + 1);
  expect(received.at(-1)?.id).toBe(received[0]?.id);
});

test("a webhook stays on while others get through; operators hear of the one that failed", async () => {
  const { id } = await add();
  status = 500;
  await addMember({ status: "not_confirmed" });
  await deliveries.sweep(now + MINUTE);
  await run("UPDATE webhook_deliveries SET attempts = ? WHERE webhook_id = ?", ATTEMPTS - 1, id);
  await deliveries.sweep(now + DAY);
  expect([(await webhooks.webhooks(mo)).webhooks[0]?.disabled_for, told]).toEqual([
    null,
    ["Webhook to hooks.operator.example.com fails"],
  ]);
});

test("410 ends the webhook at once; a redirect and a lost connection are failures", async () => {
  const { id } = await add();
  await addMember({ status: "not_confirmed" });
  status = 307;
  await deliveries.sweep(now + MINUTE);
  expect(await log(id)).toMatchObject([{ state: "waiting", answer: 307 }]);
  status = "none";
  await deliveries.sweep(now + 10 * MINUTE);
  expect(await log(id)).toMatchObject([{ state: "waiting", answer: null, error: "not_reached" }]);
  status = 410;
  await deliveries.sweep(now + DAY);
  expect([(await webhooks.webhooks(mo)).webhooks[0]?.disabled_for, told.length]).toEqual(["gone", 1]);
});

test("a delivery that was under way when the server stopped is repeated", async () => {
  const { id } = await add();
  await addMember({ status: "not_confirmed" });
  const [{ id: delivery } = expect.unreachable()] = await log(id);
  await createDeliveriesStore(db).claim(delivery, LEASE, now + MINUTE);
  await deliveries.sweep(now + MINUTE + LEASE - 1);
  expect(received).toHaveLength(0);
  await deliveries.sweep(now + MINUTE + LEASE);
  expect(received).toMatchObject([{ id: delivery }]);
});

test("one receiver that fails keeps no other waiting, and gets few at once", async () => {
  await add();
  await add({ url: `${HOOK}/other` });
  status = 500;
  for (let n = 0; n < 9; n++) await addMember({ status: "not_confirmed" });
  await deliveries.sweep(now + MINUTE);
  expect([...Map.groupBy(received, ({ url }) => url).values()].map((list) => list.length)).toEqual([4, 4]);
});

test("a webhook asks for both factors, a public address, an event and a site that there is", async () => {
  const refused = [
    ...[
      "http://hooks.example.com",
      "https://localhost/x",
      "https://10.0.0.1/",
      "https://[::1]/",
      "https://a:b@hooks.example.com",
    ],
    ...["https://hooks.example.com:8443", "http://localhost:9000", "ftp://hooks.example.com", "nothing"],
  ];
  for (const url of refused) expect([url, await codeOf(add({ url }))]).toEqual([url, "url invalid_format"]);
  expect(await codeOf(add({ "member.signed_up": undefined }))).toBe("events required");
  expect(await codeOf(add({ site: "nowhere" }))).toBe("site unknown_option");
  expect(await codeOf(add({ code: "1" }))).toBe("not confirmed");
  const { id } = await add();
  expect(await codeOf(add())).toBe("conflict");
  expect(await codeOf(webhooks.rotateWebhookSecret(mo, { id, code: "1" }))).toBe("not confirmed");
});

test("a trial is sent at once and once, and says whether it got through", async () => {
  const { id } = await add();
  expect(await webhooks.testWebhook(mo, { id })).toEqual({ delivered: true });
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([{ type: "webhook.test", data: {} }]);
  status = 500;
  expect(await webhooks.testWebhook(mo, { id })).toEqual({ delivered: false });
  expect((await log(id)).map(({ state }) => state).toSorted()).toEqual(["delivered", "failed"]);
  expect((await webhooks.webhooks(mo)).webhooks).toMatchObject([{ failing_since: null, disabled_for: null }]);
  await webhooks.removeWebhook(mo, { id });
  expect(await codeOf(webhooks.testWebhook(mo, { id }))).toBe("not_found");
});

test("the log is read page by page, one delivery is sent again, and old ones go", async () => {
  const { id } = await add();
  const rows = Array.from({ length: 60 }, (_, n) => [`msg_${newId()}`, now - n] as const);
  const insert = env.DB.prepare(
    `INSERT INTO webhook_deliveries (id, webhook_id, event, at, next_at, status) VALUES (?, ?, 'member.left', ?, 0, 'delivered')`,
  );
  await env.DB.batch(rows.map(([delivery, at]) => insert.bind(delivery, id, at)));
  const first = await webhooks.webhookLog(mo, { id });
  const second = await webhooks.webhookLog(mo, { id, after: first.next ?? "" });
  expect([...first.deliveries, ...second.deliveries].map((one) => one.id)).toEqual(rows.map(([delivery]) => delivery));
  expect([second.next, (await webhooks.webhookLog(mo, { id, state: "failed" })).deliveries]).toEqual([null, []]);
  const delivery = rows[0]?.[0] ?? "";
  expect(await webhooks.replayWebhook(mo, { id, delivery })).toEqual({ again: 1 });
  await expect.poll(() => received.map((one) => one.id)).toEqual([delivery]);
  expect(await codeOf(webhooks.replayWebhook(mo, { id, delivery: "x" }))).toBe("not_found");
  await deliveries.forget(now - 30 + LOG_RETENTION);
  expect((await log(id)).length).toBe(31);
});
