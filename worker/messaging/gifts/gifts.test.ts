import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";

let sender: string;
let receiver: string;

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();
const rowsOf = async (sql: string, ...values: unknown[]) => (await run(sql, ...values)).results;

async function request(member: string, path: string, method = "GET", body?: object) {
  const cookie = `session=${await logIn(member)}`;
  const headers = { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const answer = await exports.default.fetch(
    new Request(`http://localhost${path}`, { method, headers, body: body && JSON.stringify(body) }),
  );
  return { status: answer.status, body: await answer.json<never>() };
}

async function send(input: object = {}, member = sender): Promise<CallOutput<"sendGift"> | string> {
  const { status, body } = await request(member, "/api/gift.php", "POST", {
    profile: receiver,
    gift: "rose",
    client_id: newId(),
    ...input,
  });
  return status === 201 ? body : (body as { error: { code: string } }).error.code;
}

const spent = (member = sender) =>
  rowsOf("SELECT amount, cause FROM ledger WHERE account_id = ? AND kind IN ('gift', 'message')", member);

beforeEach(async () => {
  [sender, receiver] = await Promise.all([addMember({ credits: 20 }), addMember()]);
});

test("a gift is a message with a note, paid once at its price, and both see it", async () => {
  const sent = (await send({ note: " For you " })) as CallOutput<"sendGift">;
  expect(sent.credits).toBe(15);
  expect(sent.message).toMatchObject({ type: "gift", text: "For you", gift: { id: "rose", names: null }, price: 5 });
  expect(await spent()).toEqual([{ amount: -5, cause: sent.message.id }]);
  const chat = (await request(receiver, `/api/chat.php?profile=${sender}&list=1`)).body as CallOutput<"chat">;
  expect(chat.messages).toMatchObject([{ type: "gift", text: "For you", gift: { id: "rose" }, price: null }]);
  expect(chat.list?.chats).toMatchObject([{ num_unread_messages: 1, last_message: { gift: { id: "rose" }, own: false } }]);
  const [gift] = ((await request(receiver, "/api/gift.php")).body as CallOutput<"receivedGifts">).gifts;
  expect(gift).toMatchObject({ id: sent.message.id, note: "For you", shown: false, sender: { id: sender } });
  const { transactions } = (await request(sender, "/api/transactions.php")).body as CallOutput<"transactions">;
  expect(transactions[0]).toMatchObject({ kind: "gift", amount: -5, profile: { id: receiver } });
  const after = await request(sender, "/api/chat.php", "POST", { profile: receiver, text: "Hi", client_id: newId() });
  expect(after.status).toBe(201);
  const list = (await request(receiver, "/api/chats.php")).body as CallOutput<"chats">;
  expect(list.chats[0]?.last_message).toMatchObject({ text: "Hi", gift: null });
});

test("the same client id sends one gift, whatever is repeated; another gift under it is a conflict", async () => {
  const client_id = newId();
  const answers = await Promise.all(Array.from({ length: 8 }, () => send({ client_id })));
  for (const answer of answers) expect(answer).toMatchObject({ message: { client_id } });
  expect(await spent()).toHaveLength(1);
  expect(await rowsOf("SELECT id FROM gifts WHERE sender_id = ?", sender)).toHaveLength(1);
  expect(await send({ client_id, gift: "cake" })).toBe("idempotency_conflict");
  expect(await send({ client_id, note: "other" })).toBe("idempotency_conflict");
  const text = await request(sender, "/api/chat.php", "POST", { profile: receiver, text: "Hi", client_id });
  expect(text.body).toMatchObject({ error: { code: "idempotency_conflict" } });
});

test("parallel gifts never overdraw the balance", async () => {
  const answers = await Promise.all(Array.from({ length: 7 }, () => send()));
  expect(answers.filter((answer) => typeof answer === "object")).toHaveLength(4);
  expect(new Set(answers.filter((answer) => typeof answer === "string"))).toEqual(new Set(["not_enough_credits"]));
  expect(await rowsOf("SELECT credits FROM accounts WHERE id = ?", sender)).toEqual([{ credits: 0 }]);
  expect(await rowsOf("SELECT id FROM gifts WHERE sender_id = ?", sender)).toHaveLength(4);
});

test("refusals are those of a message, and charge nothing", async () => {
  expect(await send({ gift: "yacht" })).toBe("invalid");
  expect(await send({ note: "x".repeat(201) })).toBe("invalid");
  expect(await send({ profile: "nobody" })).toBe("not_found");
  expect(await send({ profile: sender })).toBe("invalid");
  const stranger = await addMember({ status: "not_confirmed" });
  expect(await send({}, stranger)).toBe("not_confirmed");
  const poor = await addMember({ credits: 4 });
  expect(await send({}, poor)).toBe("not_enough_credits");
  await run("INSERT INTO debts (account_id, payment_id, credits, created_at) VALUES (?, 'p', 5, 0)", sender);
  expect(await send()).toBe("debt_open");
  const blocked = await addMember();
  await run("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", receiver, blocked);
  expect(await send({}, blocked)).toBe("blocked");
  const busy = await addMember({ credits: 20 });
  for (let chats = 0; chats < 2; chats++) expect(await send({ profile: await addMember() }, busy)).toBeTypeOf("object");
  expect(await send({}, busy)).toBe("premium_required");
  for (const member of [sender, stranger, poor, blocked]) expect(await spent(member)).toEqual([]);
  expect(await rowsOf("SELECT id FROM gifts WHERE receiver_id = ?", receiver)).toEqual([]);
});

test("the receiver alone decides what the profile shows", async () => {
  const ids: string[] = [];
  for (const gift of ["rose", "rose", "cake"]) ids.push(((await send({ gift })) as CallOutput<"sendGift">).message.id);
  const shown = async () => ((await request(sender, `/api/member.php?id=${receiver}`)).body as CallOutput<"member">).gifts;
  expect(await shown()).toEqual([]);
  expect((await request(sender, "/api/gift.php", "PUT", { id: ids[0], shown: true })).status).toBe(404);
  for (const id of ids) expect((await request(receiver, "/api/gift.php", "PUT", { id, shown: true })).status).toBe(200);
  expect(await shown()).toEqual([
    { id: "cake", names: null, count: 1 },
    { id: "rose", names: null, count: 2 },
  ]);
  await request(receiver, "/api/gift.php", "PUT", { id: ids[2], shown: false });
  expect(await shown()).toEqual([{ id: "rose", names: null, count: 2 }]);
});

test("the catalogue names prices, the balance and why nothing can be sent", async () => {
  const catalogue = async (member: string) =>
    (await request(member, `/api/gifts.php?profile=${receiver}`)).body as CallOutput<"gifts">;
  const found = await catalogue(sender);
  expect(found.gifts).toHaveLength(12);
  expect(found).toMatchObject({ credits: 20, profile: { id: receiver }, refusal: null });
  expect([...new Set(found.gifts.map(({ credits }) => credits))], "the demo's ladder").toEqual([2, 5, 10, 25]);
  // A client without our texts reads the names here.
  expect(found.gifts.find(({ id }) => id === "teddy")?.names).toEqual({ en: "Teddy bear" });
  expect((await catalogue(await addMember({ credits: 1 }))).refusal).toBe("not_enough_credits");
});
