import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { newSessionToken } from "#worker/people/identity/session-token.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { newLikeOf } from "./liked.sql.ts";

interface Person {
  id: string;
  token: string;
}
let anna: Person;
let ben: Person;
let nextName = 0;

/** A confirmed member with so many credits and a session. */
async function person({ credits = 10, pool = "liaison", paid = false, status = "active" } = {}): Promise<Person> {
  const id = newId();
  const token = newSessionToken(id);
  const now = Date.now();
  const name = `person${nextName++}`;
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, paid_user, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at)
       VALUES (?1, ?2, 'liaison', ?1 || '@x.example', '', 'en', ?3, ?4, 'test', 0, 'test', 0, 0)`,
    ).bind(id, pool, status === "disabled" ? "not_confirmed" : "active", Number(paid)),
    env.DB.prepare(
      `INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, last_active_at, created_at)
       VALUES (?1, ?2, ?3, ?3, ?4, 'female', 'male', '1990-01-01', 'NL', 0, 0)`,
    ).bind(id, pool, name, status),
    env.DB.prepare(
      "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, 'liaison', '', ?, ?)",
    ).bind(await sha256(token), id, now, now + 3_600_000),
    env.DB.prepare(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, 'adjustment', '', 'start', 0)",
    ).bind(id, credits),
  ]);
  return { id, token };
}

async function api<T>(who: Person, method: string, path: string, body?: unknown) {
  const headers = { cookie: `session=${who.token}`, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const answer = await exports.default.fetch(new Request(`http://localhost/api/${path}`, init));
  return {
    status: answer.status,
    body: (await answer.json()) as T & { error: { code: string; message: string; fields?: { field: string; code: string }[] } },
  };
}
const send = (who: Person, to: object, text: string, client_id: string = newId()) =>
  api<CallOutput<"sendMessage">>(who, "POST", "chat.php", { ...to, text, client_id });
const open = (who: Person, query: string) => api<CallOutput<"chat">>(who, "GET", `chat.php?${query}`);
const credits = (who: Person) =>
  env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(who.id).first<number>("credits");
const count = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<number>("n");

beforeAll(async () => {
  anna = await person();
  ben = await person();
});

test("a message is there for both, paid for once, and unread for the other", async () => {
  const sent = await send(anna, { profile: ben.id }, "  Hello Ben \u202E\u0000 ");
  expect(sent.status).toBe(201);
  expect(sent.body.message).toMatchObject({ seq: 1, text: "Hello Ben", price: 1, sender: anna.id, state: "sent" });
  expect(sent.body.credits).toBe(9);
  const list = await api<CallOutput<"chats">>(ben, "GET", "chats.php");
  expect(list.body.chats).toMatchObject([
    { num_unread_messages: 1, last_message: { text: "Hello Ben", own: false }, profile: { id: anna.id } },
  ]);
  const seen = await open(ben, `conversation=${sent.body.message.conversation}`);
  expect(seen.body.messages).toMatchObject([{ text: "Hello Ben", price: null }]);
  expect(seen.body.conversation).toMatchObject({ unread: 1, read_seq: 0 });
});

test("the same client id from many tabs at once is one message and one credit; with another text it is a conflict", async () => {
  const from = await person({ credits: 3 });
  const id = newId();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(from, { profile: ben.id }, "once", id)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.body.message.id)).size).toBe(1);
  expect(await credits(from)).toBe(2);
  expect((await send(from, { profile: ben.id }, "twice", id)).body.error.code).toBe("idempotency_conflict");
});

test("the last credit buys one message, however many are sent at once", async () => {
  const from = await person({ credits: 1 });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => send(from, { profile: ben.id }, `number ${n}`)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 402)]);
  expect(answers.find((answer) => answer.status === 402)?.body.error).toMatchObject({
    code: "not_enough_credits",
    message: expect.stringContaining("to send this message to person1"),
  });
  expect(await credits(from)).toBe(0);
  expect(await count("SELECT count(*) AS n FROM messages WHERE sender_id = ?", from.id)).toBe(1);
});

test("two who write at once get numbers without gaps", async () => {
  const [one, other] = [await person({ credits: 30 }), await person({ credits: 30 })];
  await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      n % 2 ? send(one, { profile: other.id }, `${n}`) : send(other, { profile: one.id }, `${n}`),
    ),
  );
  const { results } = await env.DB.prepare(
    "SELECT m.seq FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE c.member_a IN (?1, ?2) AND c.member_b IN (?1, ?2) ORDER BY seq",
  )
    .bind(one.id, other.id)
    .all<{ seq: number }>();
  expect(results.map(({ seq }) => seq)).toEqual(Array.from({ length: 24 }, (_, n) => n + 1));
});

test("bad texts and wrong receivers are refused, and nothing is written", async () => {
  const from = await person();
  const before = await count("SELECT count(*) AS n FROM messages");
  const elsewhere = await person({ pool: "elsewhere" });
  const gone = await person({ status: "deleted" });
  expect((await send(from, { profile: ben.id }, "x".repeat(10_000))).body.error.fields).toMatchObject([
    { field: "text", code: "too_long" },
  ]);
  expect((await send(from, { profile: ben.id }, " \u0000 \u202E ")).body.error.fields).toMatchObject([
    { field: "text", code: "required" },
  ]);
  expect((await send(from, { profile: from.id }, "me")).body.error.fields).toMatchObject([
    { field: "profile", code: "to_oneself" },
  ]);
  expect((await send(from, { profile: elsewhere.id }, "you")).status).toBe(404);
  expect((await send(from, { profile: gone.id }, "you")).status).toBe(404);
  expect((await send(from, { conversation: "nosuchconversation" }, "you")).status).toBe(404);
  expect((await send(from, {}, "nobody")).status).toBe(422);
  expect(await count("SELECT count(*) AS n FROM messages")).toBe(before);
  expect(await credits(from)).toBe(10);
  // A thousand emoji of several code points each are a thousand characters.
  expect((await send(from, { profile: ben.id }, "👩🏽‍❤️‍💋‍👨🏿".repeat(1000))).status).toBe(201);
});

test("a block closes the conversation for both ways, with the words for who was blocked", async () => {
  const [blocker, blocked] = [await person(), await person()];
  const { body } = await send(blocked, { profile: blocker.id }, "hi");
  await env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)")
    .bind(blocker.id, blocked.id)
    .run();
  const refused = await send(blocked, { conversation: body.message.conversation }, "still there?");
  expect([refused.status, refused.body.error.code]).toEqual([403, "blocked"]);
  expect(refused.body.error.message).toMatch(/^You're blocked by person\d+\. You do not have access to this page\.$/);
  expect((await send(blocker, { profile: blocked.id }, "no")).status).toBe(404);
  expect((await api<CallOutput<"chats">>(blocked, "GET", "chats.php")).body.chats).toEqual([]);
});

test("a free member starts two conversations; answering is not limited; a premium member starts more", async () => {
  const [free, paid] = [await person(), await person({ paid: true })];
  const others = await Promise.all([person(), person(), person()]);
  expect((await send(free, { profile: others[0]?.id }, "1")).status).toBe(201);
  expect((await send(free, { profile: others[1]?.id }, "2")).status).toBe(201);
  const third = await send(free, { profile: others[2]?.id }, "3");
  expect([third.status, third.body.error.code]).toEqual([403, "premium_required"]);
  await send(others[2] as Person, { profile: free.id }, "you first");
  expect((await send(free, { profile: others[2]?.id }, "an answer")).status).toBe(201);
  for (const other of others) expect((await send(paid, { profile: other.id }, "hello")).status).toBe(201);
});

test("reading sets unread to nothing, goes only forward, and is an outsider's business in no way", async () => {
  const [one, other, outsider] = [await person(), await person(), await person()];
  const { body } = await send(one, { profile: other.id }, "a");
  const { conversation } = body.message;
  await send(one, { conversation }, "b");
  expect((await api<CallOutput<"readChat">>(other, "POST", "chat-read.php", { conversation, seq: 1 })).body).toEqual({
    unread_messages: 1,
    read_seq: 1,
  });
  expect((await api<CallOutput<"readChat">>(other, "POST", "chat-read.php", { conversation, seq: 99 })).body).toEqual({
    unread_messages: 0,
    read_seq: 2,
  });
  expect((await api<CallOutput<"readChat">>(other, "POST", "chat-read.php", { conversation, seq: 1 })).body).toEqual({
    unread_messages: 0,
    read_seq: 2,
  });
  expect((await open(one, `conversation=${conversation}`)).body.messages.map(({ state }) => state)).toEqual(["read", "read"]);
  for (const answer of [
    await open(outsider, `conversation=${conversation}`),
    await api(outsider, "POST", "chat-read.php", { conversation, seq: 1 }),
    await api(outsider, "DELETE", "chat.php", { conversation }),
    await send(outsider, { conversation }, "let me in"),
  ]) {
    expect(answer.status).toBe(404);
  }
});

test("a removed chat is gone for oneself alone, and comes back with what is new", async () => {
  const [one, other] = [await person(), await person()];
  const { body } = await send(one, { profile: other.id }, "old");
  const { conversation } = body.message;
  expect((await api(other, "DELETE", "chat.php", { conversation })).status).toBe(200);
  const list = async (who: Person) => (await api<CallOutput<"chats">>(who, "GET", "chats.php")).body.chats.length;
  expect([await list(one), await list(other)]).toEqual([1, 0]);
  await send(one, { conversation }, "new");
  expect(await list(other)).toBe(1);
  expect((await open(other, `conversation=${conversation}`)).body.messages.map(({ text }) => text)).toEqual(["new"]);
  expect((await open(one, `conversation=${conversation}`)).body.messages.map(({ text }) => text)).toEqual(["old", "new"]);
});

test("pages go back from any message and forward over any gap", async () => {
  const [one, other] = [await person({ credits: 100 }), await person()];
  const { body } = await send(one, { profile: other.id }, "1");
  const { conversation } = body.message;
  for (let n = 2; n <= 60; n++) await send(one, { conversation }, `${n}`);
  const seqs = async (query: string) => {
    const answer = await open(one, `conversation=${conversation}&${query}`);
    const all = answer.body.messages.map(({ seq }) => seq);
    return [all[0], all.at(-1), answer.body.older];
  };
  expect(await seqs("")).toEqual([11, 60, true]);
  expect(await seqs("before=11")).toEqual([1, 10, false]);
  expect(await seqs("after=55")).toEqual([56, 60, false]);
  expect((await open(one, `conversation=${conversation}&after=60`)).body.messages).toEqual([]);
});

test("a page that missed many messages has them in few answers", async () => {
  const [one, other] = [await person({ credits: 100 }), await person()];
  const { conversation } = (await send(one, { profile: other.id }, "1")).body.message;
  await env.DB.prepare(
    `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)
     SELECT ?1, key + 2, ?1 || key, ?1 || key, ?2, 'text', 'missed', 0, ?3 FROM json_each(?4)`,
  )
    .bind(conversation, one.id, Date.now(), JSON.stringify(Array(700).fill(0)))
    .run();
  const count = async (query: string) => (await open(other, `conversation=${conversation}&${query}`)).body.messages.length;
  expect([await count("after=1"), await count("after=1&changes=0"), await count("after=501&changes=0")]).toEqual([200, 500, 200]);
});

test("an unconfirmed member may read chats and nothing else", async () => {
  const fresh = await person({ status: "disabled" });
  const answer = await send(fresh, { profile: ben.id }, "hi");
  expect([answer.status, answer.body.error.code]).toEqual([403, "not_confirmed"]);
  expect((await open(fresh, `profile=${ben.id}`)).body.refusal).toBe("not_confirmed");
});

test("a partner's like is seen with the chat that is opened, and reading without opening leaves it new", async () => {
  const [one, other] = [await person(), await person()];
  await env.DB.prepare("INSERT INTO likes (liker_id, liked_id, is_new, created_at) VALUES (?, ?, 1, 0)")
    .bind(other.id, one.id)
    .run();
  const fresh = () => count("SELECT new_likes n FROM accounts WHERE id = ?", one.id);
  expect(await fresh()).toBe(1);
  await open(one, `profile=${other.id}&list=1`);
  await open(other, `profile=${one.id}&list=1&opened=1`);
  expect(await fresh()).toBe(1);
  await open(one, `profile=${other.id}&list=1&opened=1`);
  await expect.poll(fresh).toBe(0);
});

test("the partner's new like is found where it can be opened, and not while the partner is invisible", async () => {
  const [one, other] = [await person(), await person()];
  await env.DB.prepare("INSERT INTO likes (liker_id, liked_id, is_new, created_at) VALUES (?, ?, 1, 0)")
    .bind(other.id, one.id)
    .run();
  const found = async () => (await rowsOf(connect(env.DB), [newLikeOf(one.id, { profile: other.id })]))[0]?.length;
  expect(await found()).toBe(1);
  await env.DB.prepare("UPDATE profiles SET status = 'hidden' WHERE id = ?").bind(other.id).run();
  expect(await found()).toBe(0);
});
