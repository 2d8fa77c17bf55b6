import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { connect } from "#tests/setup/socket.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import type { MemberInbox } from "./inbox.object.ts";
import { callInbox, createLive } from "./objects.ts";

let id: string;
let inbox: DurableObjectStub<MemberInbox>;
const ends = Date.now() + 24 * 60 * MINUTE;

beforeEach(() => {
  id = newId();
  inbox = inboxOf(id);
});

const inboxOf = (memberId: string) => env.INBOX.get(env.INBOX.idFromName(memberId));
const later = (ms: number) => runInDurableObject(inbox, (object) => void (object.clock = () => Date.now() + ms));

/** What a poll of `chats` gets, keeping `body` where it has to be read from D1. */
async function poll(body: string, kind: "user" | "chats" | "likes" = "chats"): Promise<string> {
  const found = await inbox.snapshot("s", kind, "v");
  if (found.body === null) await inbox.keep("s", ends, kind, "v", found.mark, body);
  return found.body ?? body;
}

test("an unchanged answer comes from the object, also after it was evicted", async () => {
  expect(await poll("first")).toBe("first");
  expect(await poll("second")).toBe("first");
  await evictDurableObject(inbox);
  expect(await poll("third")).toBe("first");
});

test("a snapshot belongs to one session and one variant", async () => {
  await poll("mine");
  expect((await inbox.snapshot("other", "chats", "v")).body).toBeNull();
  expect((await inbox.snapshot("s", "chats", "next day")).body).toBeNull();
  await later(4 * MINUTE);
  expect(await poll("fresh")).toBe("fresh");
});

test("changed snapshots are read again, others stay", async () => {
  await poll("chats 1");
  await poll("user 1", "user");
  await inbox.expect("w1");
  await inbox.tell(id, "w1", [], ["chats"], null);
  expect(await poll("chats 2")).toBe("chats 2");
  expect(await poll("user 2", "user")).toBe("user 1");
});

test("while a write is under way no snapshot is served and none is stored", async () => {
  await poll("before");
  await inbox.expect("w1");
  expect(await poll("maybe before the commit")).toBe("maybe before the commit");
  expect(await poll("asked again")).toBe("asked again");
  await inbox.tell(id, "w1", [], ["chats"], null);
  expect(await poll("after")).toBe("after");
  expect(await poll("unused")).toBe("after");
});

test("an answer read before the commit is not stored after the write was announced", async () => {
  const { mark } = await inbox.snapshot("s", "chats", "v");
  await inbox.expect("w1");
  await inbox.tell(id, "w1", [], ["chats"], null);
  expect(await inbox.keep("s", ends, "chats", "v", mark, "stale")).toBe(false);
  expect(await poll("true")).toBe("true");
});

test("two writes at once: the end of one does not end that of the other", async () => {
  await poll("before");
  await inbox.expect("w1");
  await inbox.expect("w2");
  await inbox.tell(id, "w1", [], [], null);
  expect(await poll("w2 still runs")).toBe("w2 still runs");
  await inbox.tell(id, "w2", [], [], null);
  expect(await poll("now")).toBe("before");
});

test("a lost tell is healed after half a minute, even where the object was evicted in between", async () => {
  await poll("before");
  await poll("user before", "user");
  await inbox.expect("lost");
  await evictDurableObject(inbox);
  expect(await poll("uncertain")).toBe("uncertain");
  await later(31_000);
  expect(await poll("healed")).toBe("healed");
  expect(await poll("unused")).toBe("healed");
  expect(await poll("user healed", "user")).toBe("user healed");
});

test("a mark of an evicted object keeps nothing", async () => {
  const { mark } = await inbox.snapshot("s", "chats", "v");
  await evictDurableObject(inbox);
  expect(await inbox.keep("s", ends, "chats", "v", mark, "old")).toBe(false);
});

test("a revoked session gets no snapshot, stores none and cannot reconnect until its expiry", async () => {
  await poll("mine");
  await inbox.revoke(["s"]);
  expect((await inbox.snapshot("s", "chats", "v")).body).toBeNull();
  const { mark } = await inbox.snapshot("s", "chats", "v");
  expect(await inbox.keep("s", ends, "chats", "v", mark, "again")).toBe(false);
  await evictDurableObject(inbox);
  expect(await inbox.keep("s", ends, "chats", "v", (await inbox.snapshot("s", "chats", "v")).mark, "again")).toBe(false);
  await later(25 * 60 * MINUTE);
  expect(await runDurableObjectAlarm(inbox)).toBe(true);
  expect(await runInDurableObject(inbox, (_, state) => [...state.storage.kv.list()])).toEqual([]);
});

test("asking with a made-up session stores nothing", async () => {
  await inbox.snapshot("made up", "user", "v");
  await inbox.expect("w");
  await inbox.tell(id, "w", [], ["user"], null);
  expect(await runInDurableObject(inbox, (_, state) => [...state.storage.kv.list()])).toEqual([]);
});

test("only failures that pass are tried again", async () => {
  const failing = (error: object) => {
    let calls = 0;
    const result = callInbox(env, id, async () => {
      calls++;
      throw Object.assign(new Error("failed"), error);
    });
    return result.catch(() => calls);
  };
  expect(await failing({ retryable: true })).toBe(3);
  expect(await failing({ retryable: true, overloaded: true })).toBe(1);
  expect(await failing({})).toBe(1);
});

// Sockets, by the way a browser takes.

test("a socket wants a valid session, this origin and an upgrade", async () => {
  const member = await addMember();
  const token = await logIn(member);
  expect((await connect(null)).code).toBe("authentication_required");
  expect((await connect(`${member}.${"x".repeat(43)}`)).code).toBe("authentication_required");
  expect((await connect(token, { origin: "http://elsewhere.example" })).code).toBe("cross_origin");
  expect((await exports.default.fetch("http://localhost/api/live.php", { headers: { cookie: `session=${token}` } })).status).toBe(
    400,
  );
  await inboxOf(member).revoke([await sha256(token)]);
  expect((await connect(token)).code).toBe("authentication_required");
});

test("hello brings the sums of D1, a tell its events, also to a hibernating object; the eleventh socket waits", async () => {
  const member = await addMember();
  await env.DB.prepare("UPDATE accounts SET unread = 3, new_likes = 2 WHERE id = ?").bind(member).run();
  const token = await logIn(member);
  const browser = await connect(token);
  const sums = { unread_messages: 3, new_likes: 2 };
  expect(await browser.event("hello")).toEqual({ type: "hello", counters: sums, changed: false });
  expect(await inboxOf(member).online()).toBe(true);

  await evictDurableObject(inboxOf(member));
  const live = createLive(env);
  await live.expect(member);
  const counters = { unread_messages: 4, new_likes: 2 };
  expect(
    await live.tell(member, { events: [{ type: "like", profile: "p", match: false }], changed: ["user"], counters }),
  ).toMatchObject({ reached: true });
  expect(await browser.event("like")).toEqual({ type: "like", profile: "p", match: false });
  expect(await browser.event("counters")).toEqual({ type: "counters", counters });

  browser.socket.send('{"type":"ping"}');
  await browser.event("pong");
  const second = await connect(token);
  expect(await second.event("hello")).toEqual({ type: "hello", counters: sums, changed: true });
  for (let more = 2; more < 10; more++) expect((await connect(token)).status).toBe(101);
  expect((await connect(token)).code).toBe("too_many_requests");
});

test("a page is not asked to load again for a change that no event told it of", async () => {
  const member = await addMember();
  const token = await logIn(member);
  const live = createLive(env);
  await live.tell(member, { events: [], changed: ["chats"] });
  expect(await (await connect(token)).event("hello")).toMatchObject({ changed: false });
  await live.tell(member, { events: [{ type: "chats" }], changed: ["chats"] });
  expect(await (await connect(token)).event("hello")).toMatchObject({ changed: true });
});

test("after two concurrent writes the sums come from D1, in either order", async () => {
  const member = await addMember();
  const browser = await connect(await logIn(member));
  await browser.event("hello");
  await env.DB.prepare("UPDATE accounts SET unread = 7 WHERE id = ?").bind(member).run();
  const object = inboxOf(member);
  await object.expect("a");
  await object.expect("b");
  await object.tell(member, "b", [], ["user"], { unread_messages: 7, new_likes: 0 });
  await object.tell(member, "a", [], ["user"], { unread_messages: 6, new_likes: 0 });
  const counters = await browser.event("counters");
  expect(counters).toEqual({ type: "counters", counters: { unread_messages: 7, new_likes: 0 } });
  expect(browser.events.filter((event) => event.type === "counters" && event.counters.unread_messages === 6)).toEqual([]);
});

test("an event half an hour after the handshake waits for the next one, which asks the rules again", async () => {
  const member = await addMember();
  const token = await logIn(member);
  const browser = await connect(token);
  await browser.event("hello");
  const own = inboxOf(member);
  const tell = () => own.relay({ type: "chats" });
  await runInDurableObject(own, (object) => void (object.clock = () => Date.now() + 29 * MINUTE));
  await tell();
  await browser.event("chats");
  await runInDurableObject(own, (object) => void (object.clock = () => Date.now() + 30 * MINUTE));
  await tell();
  await browser.closedWith(1012);
  expect(browser.events.filter(({ type }) => type === "chats")).toHaveLength(1);
});

test("revoking closes the session's sockets and no other's", async () => {
  const member = await addMember();
  const [first, second, third] = [await logIn(member), await logIn(member), await logIn(member)];
  const [gone, stays, renewed] = [await connect(first), await connect(second), await connect(third)];
  await createLive(env).revoke(member, [await sha256(first)]);
  await gone.closedWith(4403);
  // The browser is about to have another session: it connects again.
  await createLive(env).revoke(member, [await sha256(third)], await sha256(third));
  await renewed.closedWith(1012);
  stays.socket.send('{"type":"ping"}');
  await stays.event("pong");
});

test("garbage, bytes and giants close the socket with the code that says why", async () => {
  const token = await logIn(await addMember());
  const garbage = await connect(token);
  for (const text of [
    "{",
    "null",
    '{"type":"shout"}',
    '{"type":"read","conversation":"c","seq":-1}',
    '{"type":"typing","conversation":"../x"}',
  ])
    garbage.socket.send(text);
  await garbage.closedWith(1007);
  const bytes = await connect(token);
  for (let i = 0; i < 5; i++) bytes.socket.send(new Uint8Array([1, 2, 3]));
  await bytes.closedWith(1003);
  const giant = await connect(token);
  giant.socket.send("x".repeat(100_000));
  await giant.closedWith(1009);
});

test("500 frames at once close that socket and leave the member's others alone", async () => {
  const member = await addMember();
  const [flood, other] = [await connect(await logIn(member)), await connect(await logIn(member))];
  for (let i = 0; i < 500; i++) flood.socket.send(`{"type":"typing","conversation":"c${i}"}`);
  await flood.closedWith(1008);
  other.socket.send('{"type":"ping"}');
  await other.event("pong");
  expect(other.closed).toBeNull();
});
