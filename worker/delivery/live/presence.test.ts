import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { writeMessage } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { connect } from "#tests/setup/socket.ts";
import { onlineSince } from "#worker/people/identity/online.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { createLive } from "./objects.ts";
import { LOOK_EVERY } from "./visibility.ts";

const live = createLive(env);
let member: string;
let token: string;

beforeEach(async () => {
  member = await addMember();
  token = await logIn(member);
  await env.DB.prepare("UPDATE profiles SET last_active_at = ? WHERE id = ?").bind(Date.now(), member).run();
});

const inbox = () => env.INBOX.get(env.INBOX.idFromName(member));
const later = (ms: number) => runInDurableObject(inbox(), (object) => void (object.clock = () => Date.now() + ms));
const looking = (wanted: boolean) => expect.poll(() => live.looking(member), { interval: 10 }).toBe(wanted);
const report = () =>
  exports.default.fetch("http://localhost/api/page-hidden.php", {
    method: "POST",
    headers: { cookie: `session=${token}`, origin: "http://localhost", "content-type": "application/json" },
    body: "{}",
  });

async function isOnline(): Promise<boolean> {
  const row = await env.DB.prepare("SELECT last_active_at AS at, away_at AS away FROM profiles WHERE id = ?")
    .bind(member)
    .first<{ at: number; away: number | null }>();
  return row?.away === null && row.at > onlineSince(Date.now());
}

test("a member looks at a page from its frame `visible` to `hidden`, with two pages until both are hidden", async () => {
  const [one, other] = [await connect(token), await connect(token)];
  await one.event("hello");
  expect(await live.looking(member)).toBe(false);
  one.socket.send('{"type":"visible"}');
  await looking(true);
  other.socket.send('{"type":"visible"}');
  one.socket.send('{"type":"hidden"}');
  other.socket.send('{"type":"ping"}');
  await other.event("pong");
  expect(await live.looking(member)).toBe(true);
  other.socket.send('{"type":"hidden"}');
  await looking(false);
});

test("a socket that fell silent is no proof of a page", async () => {
  const page = await connect(token);
  page.socket.send('{"type":"visible"}');
  await looking(true);
  await later(61_000);
  expect(await live.looking(member)).toBe(false);
});

test("the beacon of the last visible page ends the member's presence, which the next visible page begins anew", async () => {
  expect((await report()).status).toBe(200);
  await expect.poll(() => runInDurableObject(inbox(), (_, state) => state.storage.getAlarm())).not.toBeNull();
  expect(await isOnline()).toBe(true);
  await later(21_000);
  expect(await runDurableObjectAlarm(inbox())).toBe(true);
  expect(await isOnline()).toBe(false);
  const answer = await exports.default.fetch("http://localhost/api/preferences.php", { headers: { cookie: `session=${token}` } });
  expect(answer.status).toBe(200);
  await expect.poll(isOnline).toBe(true);
});

test("chat partners learn at once that a member went away, and their next poll says the same", async () => {
  const [partner, shy] = [await addMember(), await addMember()];
  for (const other of [partner, shy]) {
    await writeMessage(member, other);
    await env.DB.prepare("UPDATE profiles SET last_active_at = ? WHERE id = ?").bind(Date.now(), other).run();
  }
  await env.DB.prepare("INSERT INTO preferences (account_id, show_online, updated_at) VALUES (?, 0, 0)").bind(shy).run();
  const cookie = `session=${await logIn(partner)}`;
  const poll = async () => {
    const answer = await exports.default.fetch("http://localhost/api/chats.php", { headers: { cookie } });
    return ((await answer.json()) as CallOutput<"chats">).chats[0]?.profile.online;
  };
  const [page, hidden] = [await connect(cookie.slice("session=".length)), await connect(await logIn(shy))];
  expect(await poll()).toBe(true);
  await report();
  await expect.poll(() => runInDurableObject(inbox(), (_, state) => state.storage.getAlarm())).not.toBeNull();
  await later(21_000);
  await runDurableObjectAlarm(inbox());
  expect(await page.event("presence")).toEqual({ type: "presence", profile: member, online: false });
  expect(await poll()).toBe(false);
  expect(hidden.events.map(({ type }) => type)).not.toContain("presence");
});

test("a page that replaces another keeps the member online", async () => {
  await live.hide(member);
  const page = await connect(token);
  page.socket.send('{"type":"visible"}');
  await looking(true);
  await later(21_000);
  await runDurableObjectAlarm(inbox());
  expect(await isOnline()).toBe(true);
});

test("a closed page ends the presence like a hidden one", async () => {
  const page = await connect(token);
  page.socket.send('{"type":"visible"}');
  await looking(true);
  page.socket.close(1000);
  await expect.poll(() => runInDurableObject(inbox(), (_, { storage }) => storage.kv.get("member") !== undefined)).toBe(true);
  await later(21_000);
  await runDurableObjectAlarm(inbox());
  expect(await isOnline()).toBe(false);
});

test("a connection that died without a close ends the presence, tells the partners, and is no socket any more", async () => {
  const partner = await addMember();
  await writeMessage(member, partner);
  await env.DB.prepare("UPDATE profiles SET last_active_at = ? WHERE id = ?").bind(Date.now(), partner).run();
  const friend = await connect(await logIn(partner));
  const page = await connect(token);
  page.socket.send('{"type":"visible"}');
  await looking(true);
  const alarm = () => runInDurableObject(inbox(), (_, state) => state.storage.getAlarm());
  const due = await alarm();
  expect((due ?? expect.unreachable()) - Date.now()).toBeLessThanOrEqual(LOOK_EVERY);
  // Heard meanwhile: nothing ends, and the next look is set.
  await runDurableObjectAlarm(inbox());
  expect(await isOnline()).toBe(true);
  expect((await alarm()) ?? expect.unreachable()).toBeGreaterThanOrEqual(due ?? 0);
  await later(61_000);
  await runDurableObjectAlarm(inbox());
  expect(await isOnline()).toBe(true);
  await later(82_000);
  await runDurableObjectAlarm(inbox());
  expect(await isOnline()).toBe(false);
  expect(await friend.event("presence")).toEqual({ type: "presence", profile: member, online: false });
  expect(await runInDurableObject(inbox(), (object) => object.online())).toBe(false);
});

test("a further visit writes three rows in the member's object: its look, its end, and the end of the session", async () => {
  const visit = async () => {
    const page = await connect(token);
    page.socket.send('{"type":"visible"}');
    await looking(true);
    page.socket.send('{"type":"hidden"}');
    await looking(false);
    await later(21_000);
    await runDurableObjectAlarm(inbox());
    await later(0);
    page.socket.close(1000);
  };
  await visit();
  const rows = await runInDurableObject(inbox(), (_, { storage }) => [
    vi.spyOn(Object.getPrototypeOf(storage) as DurableObjectStorage, "setAlarm"),
    vi.spyOn(Object.getPrototypeOf(storage.kv) as SyncKvStorage, "put"),
  ]);
  await visit();
  expect(await isOnline()).toBe(false);
  expect(rows.map((spy) => spy.mock.calls.length)).toEqual([3, 0]);
  vi.restoreAllMocks();
});

test("a socket silent for long counts neither as online nor as reached", async () => {
  const page = await connect(token);
  await page.event("hello");
  const facts = () => runInDurableObject(inbox(), (object) => [object.online(), object.relay({ type: "chats" })]);
  expect(await facts()).toEqual([true, true]);
  await later(91_000);
  expect(await facts()).toEqual([false, false]);
  // It is told all the same: it may be a page that sleeps.
  expect(await page.event("chats")).toEqual({ type: "chats" });
});

test("the polls of a hidden page are no activity", async () => {
  await env.DB.prepare("UPDATE profiles SET last_active_at = 0 WHERE id = ?").bind(member).run();
  const ask = (headers: Record<string, string>) =>
    exports.default.fetch("http://localhost/api/preferences.php", { headers: { cookie: `session=${token}`, ...headers } });
  await ask({ "x-page-hidden": "1" });
  await ask({ "x-page-hidden": "1" });
  expect(await isOnline()).toBe(false);
  await ask({});
  await expect.poll(isOnline).toBe(true);
});
