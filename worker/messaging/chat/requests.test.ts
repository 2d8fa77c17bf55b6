import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { sql } from "#db/sql.ts";
import { addLike, runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { connect as openSocket } from "#tests/setup/socket.ts";
import { api, open, type Person, person, say } from "#tests/setup/talk.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { createChatStore } from "./chat.store.ts";
import { hasBegun, hasStarted } from "./starts.sql.ts";

const ALL = { from: "everybody", verified: false, photo: false, wishes: false, length: 0 } as const;

let ann: Person;
let ben: Person;

const choose = (who: Person, more: object = { requests: true }) =>
  api(who, "PUT", "preferences.php", { privacy: { first_messages: { ...ALL, ...more } } });
const chats = async (who: Person) => (await api<CallOutput<"chats">>(who, "GET", "chats.php")).body;
const requests = async (who: Person) => (await api<CallOutput<"requests">>(who, "GET", "requests.php")).body;
const answer = async (who: Person, conversation: string, what: "accept" | "decline") => {
  const { status, body } = await api<CallOutput<"answerRequest">>(who, "POST", "requests.php", { conversation, answer: what });
  return status === 200 ? [body.requests, body.unread_messages] : body.error.code;
};
const write = async (text = "Hello again") => {
  const input = { profile: ann.id, text, client_id: crypto.randomUUID() };
  const { status, body } = await api(ben, "POST", "chat.php", input);
  return status === 201 ? "sent" : body.error.code;
};
const blockAndUnblock = async (who: Person, other: Person) => {
  await api(who, "POST", "block.php", { profile: other.id });
  await api(who, "DELETE", "block.php", { profile: other.id });
};
const account = (who: Person) =>
  env.DB.prepare("SELECT credits, unread FROM accounts WHERE id = ?").bind(who.id).first<{ credits: number; unread: number }>();
const newsOf = async (who: Person) =>
  (await env.DB.prepare("SELECT kind FROM news WHERE account_id = ?").bind(who.id).all<{ kind: string }>()).results.map(
    ({ kind }) => kind,
  );

beforeEach(async () => {
  [ann, ben] = [await person({ credits: 10 }), await person({ credits: 10 })];
  await choose(ann);
});

test("a first message waits in a list of its own, and its sender sees a message like any other", async () => {
  const { conversation } = await say(ben, ann, "Hello Ann");
  await say(ben, ann, "One more thing");
  expect([(await chats(ann)).chats.length, (await chats(ann)).requests]).toEqual([0, 1]);
  const { requests: listed, total } = await requests(ann);
  expect([listed.length, total, listed[0]?.profile.id, listed[0]?.last_message?.text]).toEqual([1, 1, ben.id, "One more thing"]);
  expect([(await account(ann))?.unread, await newsOf(ann)]).toEqual([0, ["request"]]);
  const his = await open(ben, `conversation=${conversation}`);
  expect([his.request, his.refusal, (await chats(ben)).requests]).toEqual([null, null, 0]);
  expect((await open(ann, `conversation=${conversation}`)).request).toBe("open");
  // Looking at it tells nothing.
  await api(ann, "POST", "chat-read.php", { conversation, seq: 2 });
  const [first] = (await open(ben, `conversation=${conversation}`)).messages;
  expect(first?.read_at).toBeNull();
});

test("accepted, it is an unread chat", async () => {
  const { conversation } = await say(ben, ann, "Hello Ann");
  expect(await answer(ann, conversation, "accept")).toEqual([0, 1]);
  expect(await answer(ann, conversation, "accept")).toEqual([0, 1]);
  const [chat] = (await chats(ann)).chats;
  expect([chat?.conversation.id, chat?.num_unread_messages, (await requests(ann)).total]).toEqual([conversation, 1, 0]);
  await api(ann, "POST", "chat-read.php", { conversation, seq: 1 });
  expect([(await open(ben, `conversation=${conversation}`)).messages[0]?.state, (await account(ann))?.unread]).toEqual([
    "read",
    0,
  ]);
  expect(await answer(ann, conversation, "decline")).toBe("conflict");
});

test("an answer accepts, and reads what it answers", async () => {
  const { conversation } = await say(ben, ann, "Hello Ann");
  await say(ann, ben, "Hello Ben");
  expect([(await chats(ann)).chats.length, (await requests(ann)).total, (await account(ann))?.unread]).toEqual([1, 0, 0]);
  expect((await open(ben, `conversation=${conversation}`)).messages[0]?.state).toBe("read");
  await say(ben, ann, "How are you?");
  expect((await account(ann))?.unread).toBe(1);
});

test("whoever is declined hears the one refusal before a charge, until the other one writes", async () => {
  const { conversation } = await say(ben, ann, "Hello Ann");
  const before = (await account(ben))?.credits;
  expect(await answer(ann, conversation, "decline")).toEqual([0, 0]);
  // A look tells nothing, a message is refused.
  expect([(await open(ben, `profile=${ann.id}`)).refusal, await write()]).toEqual([null, "first_message_refused"]);
  expect((await account(ben))?.credits).toBe(before);
  expect([(await chats(ann)).chats.length, (await requests(ann)).total]).toEqual([0, 0]);
  expect((await chats(ben)).chats).toHaveLength(1);
  await say(ann, ben, "I have thought about it");
  expect([await write(), (await chats(ann)).chats.length]).toEqual(["sent", 1]);
});

test("a decline outlives the conversation that a block deletes, until the other one writes", async () => {
  const { conversation } = await say(ben, ann, "Hello Ann");
  await answer(ann, conversation, "decline");
  const before = (await account(ben))?.credits;
  await blockAndUnblock(ben, ann);
  expect([(await open(ben, `profile=${ann.id}`)).refusal, await write()]).toEqual([null, "first_message_refused"]);
  expect([(await account(ben))?.credits, (await requests(ann)).total, await newsOf(ann)]).toEqual([before, 0, ["request"]]);
  await say(ann, ben, "I have thought about it");
  await blockAndUnblock(ben, ann);
  expect(await write()).toBe("sent");
});

test("a match ends a decline also after a block", async () => {
  const { conversation } = await say(ben, ann, "Hello Ann");
  await answer(ann, conversation, "decline");
  await blockAndUnblock(ben, ann);
  expect(await write()).toBe("first_message_refused");
  await api(ann, "POST", "like.php", { profile: ben.id });
  await api(ben, "POST", "like.php", { profile: ann.id });
  expect(await write()).toBe("sent");
});

test("a conversation that a block deleted still counts among those begun", async () => {
  const [cleo, dora] = [await person(), await person()];
  for (const other of [ann, cleo]) {
    await say(ben, other, "Hello there");
    await blockAndUnblock(ben, other);
  }
  const { body } = await api(ben, "POST", "chat.php", { profile: dora.id, text: "Hello Dora", client_id: crypto.randomUUID() });
  expect(body.error.code).toBe("premium_required");
  const limits = (daily: number) => ({ free: null, daily, since: 0, upheldSince: 0, desk: false });
  const counted = await connect(env.DB).get(
    sql`SELECT ${hasStarted(ben.id, 2)} AS two, ${hasStarted(ben.id, 3)} AS three, ${hasBegun(ben.id, limits(2))} AS daily,
      ${hasBegun(ben.id, limits(3))} AS room`,
  );
  expect(counted).toEqual({ two: 1, three: 0, daily: 1, room: 0 });
});

test("what its receiver does in a request tells nothing", async () => {
  const { conversation } = await say(ben, ann, "Hello Ann");
  const { partnerOf } = createChatStore(connect(env.DB));
  expect([await partnerOf(ann.id, conversation), await partnerOf(ben.id, conversation)]).toEqual([null, ann.id]);
  const react = () => api(ann, "POST", "chat-reaction.php", { conversation, seq: 1, reaction: "heart" });
  expect((await react()).body.error?.code).toBe("conflict");
  await answer(ann, conversation, "accept");
  expect([await partnerOf(ann.id, conversation), (await react()).status]).toEqual([ben.id, 200]);
});

test("a request is delivered like any message: to an open page of its receiver, or when one opens it", async () => {
  const cleo = await person();
  await choose(cleo);
  const [his] = await Promise.all([openSocket(ben.token), openSocket(ann.token)]);
  const { conversation } = await say(ben, ann, "Hello Ann");
  expect(await his.event("delivered")).toEqual({ type: "delivered", conversation, seq: 1 });
  const again = await openSocket(ben.token);
  const later = await say(ben, cleo, "Hello Cleo");
  await open(cleo, `conversation=${later.conversation}`);
  expect(await again.event("delivered")).toEqual({ type: "delivered", conversation: later.conversation, seq: 1 });
});

test("a decline can be taken back", async () => {
  const { conversation } = await say(ben, ann, "Hello Ann");
  await answer(ann, conversation, "decline");
  expect(await answer(ann, conversation, "accept")).toEqual([0, 1]);
  expect([await write(), (await chats(ann)).chats[0]?.num_unread_messages]).toEqual(["sent", 2]);
});

test("accepted after its message was archived, a request is unread all the same", async () => {
  const { conversation } = await say(ben, ann, "Hello Ann");
  await runSql("UPDATE conversations SET archived_seq = 1, last_seq = 1 WHERE id = ?", conversation);
  await runSql("DELETE FROM messages WHERE conversation_id = ?", conversation);
  expect(await answer(ann, conversation, "accept")).toEqual([0, 1]);
});

test("at most twenty requests are counted", async () => {
  for (let n = 0; n < 22; n++) {
    const conversation = await writeMessage(await addMember(), ann.id);
    await runSql(
      "UPDATE participants SET request = 'open', listed = 0, last_seq = 1 WHERE conversation_id = ? AND member_id = ?",
      conversation,
      ann.id,
    );
  }
  expect((await chats(ann)).requests).toBe(20);
});

test("a member who is liked needs no request, and a match accepts one", async () => {
  await addLike(ann.id, ben.id);
  await say(ben, ann, "Hello Ann");
  expect([(await chats(ann)).chats.length, await newsOf(ann)]).toEqual([1, ["message"]]);
  const cleo = await person({ credits: 10 });
  await say(cleo, ann, "Hello from Cleo");
  expect((await chats(ann)).requests).toBe(1);
  for (const [one, other] of [
    [cleo, ann],
    [ann, cleo],
  ] as const)
    await api(one, "POST", "like.php", { profile: other.id });
  expect([(await chats(ann)).requests, (await chats(ann)).chats[0]?.num_unread_messages]).toEqual([0, 1]);
});

test("only the receiver decides, and a client that does not know requests keeps the choice", async () => {
  const { conversation } = await say(ben, ann, "Hello Ann");
  const cleo = await person();
  expect([await answer(cleo, conversation, "accept"), await answer(ben, conversation, "decline")]).toEqual([
    "not_found",
    "conflict",
  ]);
  await choose(ann, { photo: true });
  const { body } = await api<CallOutput<"preferences">>(ann, "GET", "preferences.php");
  expect(body.privacy.first_messages).toEqual({ ...ALL, photo: true, requests: true });
});

test("a block ends a request, and a removed one leaves the list", async () => {
  const { conversation } = await say(ben, ann, "Hello Ann");
  await api(ann, "DELETE", "chat.php", { conversation });
  expect((await chats(ann)).requests).toBe(0);
  await say(ben, ann, "Still there?");
  expect((await chats(ann)).requests).toBe(1);
  await api(ann, "POST", "block.php", { profile: ben.id });
  expect([(await chats(ann)).requests, (await requests(ann)).requests]).toEqual([0, []]);
});

test("a request that nobody accepted ends ninety days after its sender removed it", async () => {
  const { conversation } = await say(ben, ann, "Hello Ann");
  await api(ben, "DELETE", "chat.php", { conversation });
  await runSql("UPDATE participants SET last_at = 1, place_at = 1 WHERE conversation_id = ?", conversation);
  const { createWalkStore } = await import("#worker/platform/walk.store.ts");
  const { WALKS } = await import("#worker/server/wiring/walks.ts");
  const walk = WALKS.find(({ name }) => name === "chats that both removed");
  if (!walk) throw new Error("no such walk");
  await createWalkStore(connect(env.DB)).step(walk, Date.now());
  const left = await env.DB.prepare("SELECT count(*) AS n FROM messages WHERE conversation_id = ?").bind(conversation).first("n");
  expect([left, (await chats(ann)).requests]).toEqual([0, 0]);
});
