import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect as openDatabase } from "#db/client.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { archiveDeps } from "#tests/setup/archived.ts";
import { contextOf as circumstances } from "#tests/setup/context.ts";
import { ENTRIES } from "#tests/setup/entries.ts";
import { connect } from "#tests/setup/socket.ts";
import { createLive } from "#worker/delivery/live/objects.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { createChatStore } from "./chat.store.ts";
import { createChat } from "./chat.ts";

interface Person {
  id: string;
  token: string;
}
let anna: Person;
let ben: Person;

async function person(options: Parameters<typeof addMember>[0] = {}): Promise<Person> {
  const id = await addMember(options);
  return { id, token: await logIn(id) };
}

async function api<T>(who: Person, method: string, path: string, body?: unknown): Promise<T> {
  const headers = { cookie: `session=${who.token}`, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  return (await exports.default.fetch(new Request(`http://localhost/api/${path}`, init))).json();
}
const send = (who: Person, to: Person, text: string) =>
  api<CallOutput<"sendMessage">>(who, "POST", "chat.php", { profile: to.id, text, client_id: newId() });
const unread = async (who: Person) => (await api<CallOutput<"user">>(who, "GET", "user.php")).unread_messages;
const state = async (who: Person, other: Person) => {
  const { messages } = await api<CallOutput<"chat">>(who, "GET", `chat.php?profile=${other.id}`);
  expect(
    messages.every(
      ({ state: of, delivered_at, read_at }) =>
        (of === "read") === (read_at !== null) && (of !== "sent") === (delivered_at !== null),
    ),
  ).toBe(true);
  return messages.map((one) => one.state);
};

beforeEach(async () => {
  anna = await person();
  ben = await person();
});

test("a message reaches the other's browser with the new sum, and the sender hears that it did", async () => {
  const [hers, his] = [await connect(anna.token), await connect(ben.token)];
  const { message } = await send(anna, ben, "hello");
  expect(await his.event("message")).toMatchObject({
    conversation: message.conversation,
    message: { text: "hello", seq: 1, price: null },
  });
  expect(await his.event("counters")).toEqual({ type: "counters", counters: { unread_messages: 1, new_likes: 0 } });
  // Her other devices get it too, with what it cost.
  expect(await hers.event("message")).toMatchObject({ message: { text: "hello", price: 1 } });
  expect(await hers.event("delivered")).toEqual({ type: "delivered", conversation: message.conversation, seq: 1 });
  // The next message writes it with its own rows; without one it is written some time later.
  expect(await state(anna, ben)).toEqual(["sent"]);
  await send(anna, ben, "hello again");
  expect(await state(anna, ben)).toEqual(["delivered", "sent"]);
});

test("without a socket a message is delivered by the next fetch", async () => {
  const { message } = await send(anna, ben, "hello");
  expect(await state(anna, ben)).toEqual(["sent"]);
  const hers = await connect(anna.token);
  await api(ben, "GET", `chat.php?conversation=${message.conversation}`);
  expect(await hers.event("delivered")).toMatchObject({ seq: 1 });
  expect(await state(anna, ben)).toEqual(["delivered"]);
});

test("a read frame reads: the partner hears it, the member's other devices get the sum", async () => {
  const { message } = await send(anna, ben, "hello");
  const [hers, phone, laptop] = [await connect(anna.token), await connect(ben.token), await connect(ben.token)];
  phone.socket.send(JSON.stringify({ type: "read", conversation: message.conversation, seq: 1 }));
  expect(await hers.event("read")).toEqual({ type: "read", conversation: message.conversation, seq: 1 });
  const sum = () => laptop.events.findLast((event) => event.type === "counters")?.counters.unread_messages;
  await expect.poll(sum).toBe(0);
  expect(await unread(ben)).toBe(0);
  expect(await state(anna, ben)).toEqual(["read"]);
});

test("typing reaches the partner of a conversation one takes part in, and nobody else", async () => {
  const { message } = await send(anna, ben, "hello");
  const stranger = await person();
  const [hers, his, theirs] = [await connect(anna.token), await connect(ben.token), await connect(stranger.token)];
  const typing = JSON.stringify({ type: "typing", conversation: message.conversation });
  theirs.socket.send(typing);
  theirs.socket.send(JSON.stringify({ type: "read", conversation: message.conversation, seq: 1 }));
  hers.socket.send(typing);
  hers.socket.send(typing);
  expect(await his.event("typing")).toEqual({ type: "typing", conversation: message.conversation });
  theirs.socket.send('{"type":"ping"}');
  await theirs.event("pong");
  expect(his.events.filter(({ type }) => type === "typing")).toHaveLength(1);
  expect(hers.events.some(({ type }) => type === "typing" || type === "read")).toBe(false);
  expect(await unread(ben)).toBe(1);
});

// Rules that another domain's settings or another time would show.

async function contextOf(who: Person, settings: Partial<Settings>, later = 0): Promise<MemberContext> {
  const viewer = await createAccountsStore(openDatabase(env.DB)).findViewer(await sha256(who.token), "liaison", Date.now());
  return (await circumstances({
    now: Date.now() + later,
    viewer: viewer ?? expect.unreachable(),
    settings,
  })) as MemberContext;
}
const work: Promise<unknown>[] = [];
const chat = createChat({
  cursors: createCursors("test only"),
  ...archiveDeps,
  store: createChatStore(openDatabase(env.DB)),
  deliveries: { add() {}, waiting: () => null, drop() {} },
  live: createLive(env),
  after: (one) => void work.push(one),
});
const write = async (who: Person, to: Person, change: Partial<Settings> = {}, later = 0) =>
  chat.sendMessage(await contextOf(who, change, later), { profile: to.id, text: newId(), client_id: newId() });

test("a history limit hides what is older, by number or by days, and says so", async () => {
  for (let n = 0; n < 6; n++) await write(anna, ben, {}, n * DAY);
  const seen = async (chat_history: Settings["chat_history"], later = 0) => {
    const { messages, older, history_limited } = await chat.chat(await contextOf(ben, { chat_history }, later), {
      profile: anna.id,
    });
    return [messages.map(({ seq }) => seq), older, history_limited];
  };
  expect(await seen(null)).toEqual([[1, 2, 3, 4, 5, 6], false, false]);
  expect(await seen({ messages: 2 })).toEqual([[5, 6], false, true]);
  expect(await seen({ messages: 6 })).toEqual([[1, 2, 3, 4, 5, 6], false, false]);
  expect(await seen({ days: 3 }, 5.5 * DAY)).toEqual([[4, 5, 6], false, true]);
  expect(await seen({ days: 1 }, 30 * DAY)).toEqual([[], false, true]);
  await Promise.all(work);
});

test("twenty new conversations in 24 hours, forty for who has paid; the refusal says truly when there is room again", async () => {
  const free = await person({ credits: 100 });
  const unlimited = { free_conversations: null, message_credits: 0 };
  const others = await Promise.all(Array.from({ length: 21 }, () => person()));
  const last = others.pop() as Person;
  for (const [n, other] of others.entries()) await write(free, other, unlimited, n * 60_000);
  const refused = await write(free, last, unlimited, 3600_000).catch((error) => error);
  expect(refused).toMatchObject({ code: "too_many_conversations" });
  // The first of the twenty leaves the window after 24 hours; one has passed.
  expect(Math.abs(refused.retryAfter - 23 * 3600)).toBeLessThan(60);
  await write(free, others[0] as Person, unlimited, 3600_000);
  await env.DB.prepare("UPDATE accounts SET paid_user = 1 WHERE id = ?").bind(free.id).run();
  await write(free, last, unlimited, 3600_000);
  await Promise.all(work);
});

test("two who start a conversation with each other at once have one", async () => {
  const sent = await Promise.all([write(anna, ben), write(ben, anna)]);
  expect(new Set(sent.map(({ message }) => message.conversation)).size).toBe(1);
  expect(sent.map(({ message }) => message.seq).sort()).toEqual([1, 2]);
  await Promise.all(work);
});

test("a free member who starts several at once starts no more than there are", async () => {
  const others = await Promise.all([person(), person(), person(), person()]);
  const results = await Promise.allSettled(others.map((other) => write(anna, other)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await Promise.all(work);
});

test("where messages cost nothing the ledger has no entry for them", async () => {
  const poor = await person({ credits: 0 });
  const { message, credits } = await write(poor, ben, { message_credits: 0 });
  expect([message.price, credits]).toEqual([0, 0]);
  const entries = await env.DB.prepare(`SELECT count(*) AS n FROM ${ENTRIES} WHERE account_id = ? AND kind = 'message'`)
    .bind(poor.id)
    .first("n");
  expect(entries).toBe(0);
  await Promise.all(work);
});

test("a deleted partner's messages stay, name and picture do not", async () => {
  const { message } = await write(anna, ben);
  await env.DB.prepare("UPDATE profiles SET status = 'deleted', city = 'Utrecht' WHERE id = ?").bind(anna.id).run();
  const ctx = await contextOf(ben, {});
  const { profile, messages, refusal } = await chat.chat(ctx, { conversation: message.conversation });
  expect(profile).toMatchObject({ name: "Deleted member", city: null, main_image: null, online: false });
  expect([messages.length, refusal]).toEqual([1, "deleted"]);
  expect((await chat.chats(ctx, {})).chats[0]?.profile.name).toBe("Deleted member");
  await expect(write(ben, anna)).rejects.toMatchObject({ code: "not_found" });
  await Promise.all(work);
});
