import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { LAST_SEQ, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { END_RUNS } from "#tests/setup/entries.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { audit } from "./audit.ts";

// Messages of one chat that one lot pays are one entry of the ledger: decision 108.

const NOON = Date.UTC(2026, 10, 29, 12);
let anna: string;
let chat: string;
let other: string;

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const rows = async <T = Record<string, unknown>>(text: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(text)
      .bind(...values)
      .all<T>()
  ).results;
const lots = (who = anna) =>
  rows<{ id: number; remaining: number; open: number; run_messages: number; run_credits: number }>(
    "SELECT id, remaining, open, run_messages, run_credits FROM lots WHERE account_id = ? ORDER BY id",
    who,
  );
const entries = () =>
  rows("SELECT amount, kind, messages FROM ledger WHERE account_id = ? AND kind <> 'adjustment' ORDER BY id", anna);
const balance = () => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(anna).first<number>("credits");
const findings = async () => (await audit(env.DB)).findings;

interface Sent {
  to?: string;
  at?: number;
  price?: number;
  lot?: number | undefined;
  type?: string;
  id?: string;
  client?: string;
}

/** As the product writes a text that one lot covers. */
async function send({ to = chat, at = NOON, price = 1, lot, type = "text", id = newId(), client = newId() }: Sent = {}) {
  const first = lot ?? (await lots()).find(({ open }) => open === 1)?.id ?? 0;
  await run(
    `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, lot_id, created_at)
      SELECT ?1, ${LAST_SEQ} + 1, ?2, ?3, ?4, ?5, 'Hello', ?6, ?7, ?8 FROM conversations WHERE id = ?1`,
    ...[to, id, client, anna, type, price, first, at],
  );
}

const book = (amount: number, kind = "adjustment") =>
  run(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, ?, 'test', ?, 1)",
    anna,
    amount,
    kind,
    newId(),
  );

beforeEach(async () => {
  for (const table of ["messages", "conversations"]) await run(`DELETE FROM ${table}`);
  anna = await addMember({ credits: 10 });
  [chat, other] = [await writeMessage(await addMember(), anna), await writeMessage(await addMember(), anna)];
  // They came without a payment.
  await run("UPDATE messages SET price = 0");
});

test("messages of a chat are paid at once and entered once, when another chat follows", async () => {
  const first = newId();
  await send({ id: first });
  await send();
  await send({ price: 2 });
  expect([await balance(), await entries()]).toEqual([6, []]);
  expect(await lots()).toMatchObject([{ remaining: 6, run_messages: 3, run_credits: 4 }]);
  expect(await findings()).toEqual([]);
  await send({ to: other });
  expect(await entries()).toEqual([{ amount: -4, kind: "message", messages: 3 }]);
  expect(await rows("SELECT cause FROM ledger WHERE messages = 3 AND account_id = ?", anna)).toEqual([{ cause: first }]);
  expect(await lots()).toMatchObject([{ remaining: 5, run_messages: 1, run_credits: 1 }]);
  expect([await balance(), await findings()]).toEqual([5, []]);
});

test.each<[string, () => Promise<unknown>, object[]]>([
  ["another day", () => send({ at: NOON + DAY }), []],
  ["another entry, before it", () => book(-2, "gift"), [{ amount: -2, kind: "gift", messages: null }]],
  ["an entry of credits, before it", () => book(3, "goodwill"), [{ amount: 3, kind: "goodwill", messages: null }]],
  ["an hour of silence", () => run(END_RUNS), []],
])("a run ends with %s", async (_, end, more) => {
  await send();
  await send();
  await end();
  expect(await entries()).toEqual([{ amount: -2, kind: "message", messages: 2 }, ...more]);
  expect(await findings()).toEqual([]);
});

test("a run ends with its lot, and the next message begins one of the next lot", async () => {
  await book(4, "goodwill");
  for (let n = 0; n < 9; n++) await send();
  expect(await entries()).toEqual([{ amount: 4, kind: "goodwill", messages: null }]);
  await send();
  expect((await entries()).at(-1)).toEqual({ amount: -10, kind: "message", messages: 10 });
  await send();
  expect(await lots()).toMatchObject([
    { remaining: 0, open: 0, run_messages: 0, run_credits: 0 },
    { remaining: 3, open: 1, run_messages: 1, run_credits: 1 },
  ]);
  expect(await findings()).toEqual([]);
});

test("nothing is written for a lot of another member, an empty or a younger one, beside a debt, and for what no lot pays", async () => {
  const [theirs] = await lots(await addMember({ credits: 9 }));
  await book(5, "goodwill");
  const [, second] = await lots();
  const refused = (one: Sent) => expect(send(one)).rejects;
  await refused({ lot: theirs?.id }).toThrow("message without lot");
  await refused({ lot: 987654 }).toThrow("message without lot");
  await refused({ lot: second?.id }).toThrow("an older lot has credits");
  await refused({ price: 11 }).toThrow("lot_covered");
  await refused({ price: 16 }).toThrow("credits_not_negative");
  await refused({ price: 0 }).toThrow("a lot pays texts with a price");
  await refused({ type: "photo" }).toThrow("a lot pays texts with a price");
  await run("UPDATE accounts SET debt = 1 WHERE id = ?", anna);
  await refused({}).toThrow("debt is open");
  await run("UPDATE accounts SET debt = 0 WHERE id = ?", anna);
  expect(await rows("SELECT 1 FROM messages WHERE sender_id = ?", anna)).toEqual([]);
  expect([await balance(), await findings()]).toEqual([15, []]);
});

test("a run counts exactly what its lot pays, and its entry is the run", async () => {
  await send();
  const [lot] = await lots();
  const change = (set: string) => expect(run(`UPDATE lots SET ${set} WHERE id = ?`, lot?.id)).rejects;
  await change("run_credits = run_credits + 1").toThrow("a run is what its lot paid");
  await change("run_credits = 0").toThrow("a run is what its lot paid");
  await change("run_messages = 0").toThrow("a run is what its lot paid");
  await change("remaining = 5, run_credits = 4").toThrow("a run is what its lot paid");
  await change("remaining = 0, run_credits = 10, open = 0").toThrow("a run is what its lot paid");
  // Another run that takes over what the first one paid.
  await change("run_cause = 'another'").toThrow("a run is what its lot paid");
  for (const set of ["run_messages = 7", "run_key = 'other'", "run_chat = 'other'", "run_at = run_at + 86400000"])
    await change(set).toThrow("a run is what its lot paid");
  await change("run_chat = NULL, run_cause = NULL, run_key = NULL, run_messages = 0, run_credits = 0, run_at = 0").toThrow(
    "a run ends with its entry",
  );
  const enter = (columns: string, values: string) =>
    expect(
      run(
        `INSERT INTO ledger (account_id, lot_id, created_at, ${columns})
          SELECT l.account_id, l.id, 1, ${values} FROM lots l WHERE l.id = ?`,
        lot?.id,
      ),
    ).rejects.toThrow("an entry of messages is the open run");
  await enter("amount, kind, cause, idempotency_key, messages", "-2, 'message', run_cause, 'message:' || run_key, 1");
  await enter("amount, kind, cause, idempotency_key, messages", "-1, 'message', run_cause, 'message:' || run_key, 2");
  await enter("amount, kind, cause, idempotency_key, messages", "-1, 'gift', run_cause, 'message:' || run_key, 1");
  await enter("amount, kind, cause, idempotency_key, messages", "-1, 'message', run_cause, 'other', 1");
  await enter("amount, kind, cause, idempotency_key, messages", "-1, 'message', 'other', 'message:' || run_key, 1");
  await expect(run("UPDATE messages SET price = 2 WHERE sender_id = ?", anna)).rejects.toThrow("a paid message does not change");
  await expect(run("UPDATE messages SET lot_id = NULL WHERE sender_id = ?", anna)).rejects.toThrow(
    "a paid message does not change",
  );
  expect([await balance(), await entries(), await findings()]).toEqual([9, [], []]);
  // Any statement that inserts the entry of a run ends the run; the next message begins a new one.
  await run(END_RUNS);
  await send();
  await book(-1, "gift");
  expect((await entries()).map(({ kind, messages }) => [kind, messages])).toEqual([
    ["message", 1],
    ["message", 1],
    ["gift", null],
  ]);
  expect([await balance(), await findings()]).toEqual([7, []]);
});

test("a message is paid by its lot or by an entry of its own, never by both", async () => {
  const [first, second, third] = [newId(), newId(), newId()];
  await send({ client: first });
  await send({ client: second });
  const pay = (client: string) =>
    run(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, -1, 'message', 'm', 'message:' || ?, 1)",
      ...[anna, client],
    );
  for (const client of [first, second]) await expect(pay(client)).rejects.toThrow("a lot paid this message");
  await run(END_RUNS);
  await expect(pay(second)).rejects.toThrow("a lot paid this message");
  await send();
  await pay(third);
  await expect(send({ client: third })).rejects.toThrow("message is entered already");
  await send();
  await expect(send({ client: third }), "within a run").rejects.toThrow("message is entered already");
  expect([await balance(), await findings()]).toEqual([5, []]);
});

test("a first message that is gone and comes again is refused, so that its run can end", async () => {
  const client = newId();
  await send({ client });
  await run("DELETE FROM conversations WHERE id = ?", chat);
  await expect(send({ to: other, client })).rejects.toThrow("message is entered already");
  await send({ to: other });
  await run(END_RUNS);
  expect(await entries()).toEqual([
    { amount: -1, kind: "message", messages: 1 },
    { amount: -1, kind: "message", messages: 1 },
  ]);
  expect(await findings()).toEqual([]);
});

test("a purchase that is taken back owes what an open run spent of it, and a run is undone whole", async () => {
  await book(-10);
  const payment = await addOrder({ by: anna, status: "completed" });
  for (let n = 0; n < 3; n++) await send();
  await run(END_RUNS);
  for (let n = 0; n < 2; n++) await send();
  await run(
    `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, reverses_id)
      SELECT account_id, -amount, 'reversal', cause, 'reversal:' || id, 1, id FROM ledger WHERE account_id = ? AND messages = 3`,
    anna,
  );
  await send();
  await run("UPDATE payments SET status = 'chargeback' WHERE id = ?", payment);
  expect(await rows("SELECT credits, debt FROM accounts WHERE id = ?", anna)).toEqual([{ credits: 0, debt: 3 }]);
  expect(await findings()).toEqual([]);
});

test("the audit compares runs of the days after the oldest message of a chat whose older ones are archived", async () => {
  const days = [NOON, NOON + DAY];
  for (const at of days) for (let n = 0; n < 2; n++) await send({ at });
  // One of the first day is archived, and one that is said to be of that day, or of the next one, was never paid.
  await run("DELETE FROM messages WHERE conversation_id = ? AND seq <= 2", chat);
  await run("UPDATE conversations SET archived_seq = 2, oldest_at = ? WHERE id = ?", NOON, chat);
  expect(await findings()).toEqual([]);
  const { sql } = (await rows<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'messages_paid'"))[0] ?? { sql: "" };
  await run("DROP TRIGGER messages_paid");
  await send({ at: NOON + DAY });
  expect((await findings()).map(({ check }) => check)).toEqual(["a run is the messages that it pays"]);
  await run(sql);
});

test("the audit names a message that nobody paid, one with another price, and a run in another lot", async () => {
  const triggers = await rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN ('messages_paid', 'messages_paid_fixed', 'lots_run', 'ledger_not_twice')",
  );
  expect(triggers).toHaveLength(4);
  await book(4, "goodwill");
  await send();
  await send({ client: "twice" });
  for (const { name } of triggers) await run(`DROP TRIGGER ${name}`);
  const named = async () => (await findings()).map(({ check }) => check);
  await send({ client: "unpaid" });
  expect(await named()).toEqual(["a run is the messages that it pays"]);
  await run("UPDATE messages SET lot_id = NULL WHERE client_id = 'unpaid'");
  expect(await named()).toEqual(["a message with a price is paid once"]);
  await run("UPDATE messages SET price = 0 WHERE client_id = 'unpaid'");
  expect(await named()).toEqual([]);
  await run(
    "UPDATE messages SET price = 2 WHERE sender_id = ?1 AND seq = (SELECT max(seq) FROM messages WHERE sender_id = ?1 AND lot_id IS NOT NULL)",
    anna,
  );
  expect(await named()).toEqual(["a run is the messages that it pays"]);
  await run("UPDATE messages SET price = 1 WHERE sender_id = ? AND lot_id IS NOT NULL", anna);
  const [first, second] = await lots();
  const move = (from: number | undefined, to: number | undefined) =>
    env.DB.batch([
      env.DB.prepare(
        `UPDATE lots SET (run_chat, run_cause, run_key, run_messages, run_credits, run_at) =
          (SELECT run_chat, run_cause, run_key, run_messages, run_credits, run_at FROM lots WHERE id = ?2) WHERE id = ?1`,
      ).bind(to, from),
      env.DB.prepare(
        "UPDATE lots SET run_chat = NULL, run_cause = NULL, run_key = NULL, run_messages = 0, run_credits = 0, run_at = 0 WHERE id = ?",
      ).bind(from),
    ]);
  await move(first?.id, second?.id);
  expect(await named()).toContain("a run is of the lot that spending takes from");
  await move(second?.id, first?.id);
  expect(await named()).toEqual([]);
  await run(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, -1, 'message', 'm', 'message:twice', 1)",
    anna,
  );
  expect(await named()).toEqual(["a message with a price is paid once"]);
  await run("UPDATE messages SET client_id = 'once' WHERE client_id = 'twice'");
  expect(await named()).toEqual([]);
  for (const { sql } of triggers) await run(sql);
});
