import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { connect } from "#tests/setup/socket.ts";
import { newId } from "#worker/platform/ids.ts";
import type { MemberInbox } from "./inbox.object.ts";
import { createLive } from "./objects.ts";

const ends = Date.now() + 24 * 3600 * 1000;
let id: string;
let inbox: DurableObjectStub<MemberInbox>;

beforeEach(() => {
  id = newId();
  inbox = env.INBOX.get(env.INBOX.idFromName(id));
});

const later = (ms: number) => runInDurableObject(inbox, (object) => void (object.clock = () => Date.now() + ms));
const counters = (unread_messages: number) => ({ unread_messages, new_likes: 0 });

async function poll(body: string, kind: "user" | "chats" | "likes" = "chats"): Promise<string> {
  const found = await inbox.snapshot("s", kind, "v");
  if (found.body === null) await inbox.keep("s", ends, kind, "v", found.mark, body);
  return found.body ?? body;
}

test("during a suspension nothing of a conversation is served or stored, likes are; afterwards D1 is asked once", async () => {
  for (const kind of ["user", "chats", "likes"] as const) await poll("before", kind);
  await inbox.suspendSnapshots();
  expect([await poll("a", "user"), await poll("b"), await poll("c", "likes")]).toEqual(["a", "b", "before"]);
  expect(await poll("again")).toBe("again");
  await later(76_000);
  // The tell was lost: what was stored before the suspension is gone.
  expect(await poll("healed")).toBe("healed");
  expect(await poll("unused")).toBe("healed");
});

test("an eviction does not end the suspension, and an answer read during it is not stored after it", async () => {
  await inbox.suspendSnapshots();
  await evictDurableObject(inbox);
  const { mark } = await inbox.snapshot("s", "chats", "v");
  expect(await poll("uncertain")).toBe("uncertain");
  expect(await poll("still")).toBe("still");
  await later(76_000);
  expect(await inbox.keep("s", ends, "chats", "v", mark, "read during it")).toBe(false);
});

test("each tell prolongs the suspension", async () => {
  await inbox.suspendSnapshots();
  await later(50_000);
  await inbox.conclude(id, { from: 0, until: 1 }, [], ["chats"], null);
  await later(100_000);
  expect(await poll("a")).toBe("a");
  expect(await poll("b")).toBe("b");
});

test("an isolate asks the object once for the messages of half a minute, and tells within that time prolong it", async () => {
  const reads: string[] = [];
  const live = createLive({
    ...env,
    INBOX: {
      idFromName: (name: string) => env.INBOX.idFromName(name),
      get: (object: DurableObjectId) =>
        new Proxy(env.INBOX.get(object), {
          get(stub, call: string) {
            reads.push(call);
            return Reflect.get(stub, call);
          },
        }),
    },
  } as never);
  await live.suspendSnapshots(id);
  await live.suspendSnapshots(id);
  await live.tell(id, { events: [], changed: [], write: { from: 0, until: 1 } });
  await live.suspendSnapshots(id);
  expect(reads).toEqual(["suspendSnapshots", "conclude"]);
});

test("sums come from D1 after overlapping writes, and from the event after consecutive ones", async () => {
  const member = await addMember();
  const browser = await connect(await logIn(member));
  await browser.event("hello");
  const object = env.INBOX.get(env.INBOX.idFromName(member));
  await env.DB.prepare("UPDATE accounts SET unread = 9 WHERE id = ?").bind(member).run();
  const sums = () => browser.events.flatMap((event) => (event.type === "counters" ? event.counters.unread_messages : []));
  await object.conclude(member, { from: 10, until: 20 }, [], ["user"], counters(1));
  await object.conclude(member, { from: 20, until: 30 }, [], ["user"], counters(2));
  await object.conclude(member, { from: 25, until: 28 }, [], ["user"], counters(7));
  await expect.poll(sums).toEqual([1, 2, 9]);
  // A like's write is on its way: it may have been counted, or not.
  await object.expect("like");
  await object.conclude(member, { from: Date.now() + 1000, until: Date.now() + 1001 }, [], ["user"], counters(8));
  await expect.poll(sums).toEqual([1, 2, 9, 9]);
  await object.tell(member, "like", [], ["user"], counters(6));
  await expect.poll(sums).toEqual([1, 2, 9, 9, 9]);
});
