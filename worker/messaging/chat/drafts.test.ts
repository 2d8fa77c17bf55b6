import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#tests/setup/socket.ts";
import { api, firstChat, open, type Person, person, say } from "#tests/setup/talk.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";

let anna: Person;
let ben: Person;

beforeEach(async () => {
  [anna, ben] = [await person({ name: "Anna" }), await person({ name: "Ben" })];
});

const save = (text: string, more: object = {}, who = anna) =>
  api<CallOutput<"saveDraft">>(who, "PUT", "chat-draft.php", { profile: ben.id, text, client_id: newId(), ...more });
const draft = async () => (await open(anna, `profile=${ben.id}`)).draft;
const count = () =>
  env.DB.prepare("SELECT count(*) AS n FROM chat_drafts WHERE member_id = ? AND text <> ''").bind(anna.id).first("n");

test("a draft is there on every device, before the first message too, and for nobody else", async () => {
  const phone = await connect(anna.token);
  const client_id = newId();
  const { draft: saved } = (await save(" Hello \u0000", { client_id })).body;
  expect(saved).toEqual({ text: "Hello", reply_to: null, version: expect.any(Number), client_id });
  expect(await phone.event("draft")).toEqual({
    type: "draft",
    profile: ben.id,
    client: client_id,
    text: "Hello",
    reply_to: null,
    version: saved?.version,
  });
  expect(await open(anna, `profile=${ben.id}`)).toMatchObject({ draft_version: saved?.version });
  expect(await draft()).toBe("Hello");
  expect((await open(ben, `profile=${anna.id}`)).draft).toBeNull();
});

test("the list shows an excerpt of the draft", async () => {
  await say(anna, ben, "one");
  expect((await firstChat(anna))?.draft).toBeNull();
  await save(`Hello ${"x".repeat(300)}`, { reply_to: 1 });
  expect((await firstChat(anna))?.draft).toMatch(/^Hello x{113}…$/);
  expect(await open(anna, `profile=${ben.id}`)).toMatchObject({ draft_reply_to: 1 });
  expect((await firstChat(ben))?.draft).toBeNull();
});

test("the newest text wins", async () => {
  await save("new", { age: 1000 });
  expect((await save("typed before, offline", { age: 60_000 })).body.draft?.text).toBe("new");
  expect((await save("", { age: 60_000 })).body.draft?.text).toBe("new");
  expect((await save("newer")).body.draft?.text).toBe("newer");
  expect((await save("")).body.draft).toBeNull();
  expect(await draft()).toBeNull();
});

test("a text deleted on one device does not come back from another that typed it before", async () => {
  await say(anna, ben, "one");
  await save("typed", { age: 60_000 });
  expect((await save("")).body.draft).toBeNull();
  expect((await save("typed, and more", { age: 30_000 })).body.draft).toBeNull();
  expect([await draft(), (await firstChat(anna))?.draft]).toEqual([null, null]);
  expect((await save("anew")).body.draft?.text).toBe("anew");
});

test("sending clears the draft, and a save that arrives later does not bring it back", async () => {
  const client_id = newId();
  await save("Hello", { client_id });
  await say(anna, ben, "Hello", { client_id });
  expect(await draft()).toBeNull();
  expect((await save("Hello", { client_id })).body.draft).toBeNull();
  expect(await count()).toBe(0);
});

test("a message ends no draft but its own: not one of another device, nor one typed meanwhile", async () => {
  const own = newId();
  await save("A long text of the phone");
  await say(anna, ben, "ok", { client_id: own, draft_version: 0 });
  expect(await draft()).toBe("A long text of the phone");
  await say(anna, ben, "ok", { client_id: newId() });
  expect(await draft()).toBe("A long text of the phone");
  const { conversation } = await say(anna, ben, "fine", { draft_version: 0 });
  await api(anna, "POST", "chat.php", { conversation, icebreaker: "travel", client_id: newId() });
  expect(await draft()).toBe("A long text of the phone");
});

test("a message ends the draft that its text came from", async () => {
  const version = async (text: string) => (await save(text)).body.draft?.version ?? expect.unreachable();
  await say(anna, ben, "changed, then sent by another device", { draft_version: await version("changed") });
  expect([await draft(), await count()]).toEqual([null, 0]);
  await save("sent by a client that names no draft");
  await say(anna, ben, "sent by a client that names no draft");
  expect([await draft(), await count()]).toEqual([null, 0]);
  const seen = await version("the earlier one");
  await save("the later one", { client_id: newId() });
  await say(anna, ben, "the later one", { draft_version: seen });
  expect(await draft()).toBe("the later one");
});

test("a draft that a device has not shown is neither overwritten nor deleted by it, and comes back in the answer", async () => {
  const [phone, laptop] = [newId(), newId()];
  const long = (await save("A long text", { client_id: phone, replaces: 0 })).body.draft;
  const version = long?.version ?? expect.unreachable();
  const typed = { client_id: laptop, replaces: version - 1 };
  expect((await save("ok", typed)).body.draft).toEqual({ text: "A long text", reply_to: null, version, client_id: phone });
  expect((await save("", typed)).body.draft?.text).toBe("A long text");
  expect(await draft()).toBe("A long text");
  expect((await save("A long text, and more", { client_id: phone, replaces: 0 })).body.draft?.text).toBe("A long text, and more");
  expect((await save("ok", { ...typed, replaces: version })).body.draft?.client_id).toBe(phone);
  const newest = (await open(anna, `profile=${ben.id}`)).draft_version ?? expect.unreachable();
  expect(newest).toBeGreaterThan(version);
  expect((await save("ok", { ...typed, replaces: newest })).body.draft).toMatchObject({ text: "ok", client_id: laptop });
});

test("a text typed without a network before another device wrote and sent is newer than what that device has shown", async () => {
  const [phone, laptop] = [newId(), newId()];
  const { draft: begun } = (await save("hi", { client_id: laptop, replaces: 0 })).body;
  const seen = begun?.version ?? expect.unreachable();
  await say(anna, ben, "hi", { client_id: laptop, draft_version: seen });
  await save("Typed in a tunnel", { client_id: phone, age: 60_000, replaces: 0 });
  expect((await save("and", { client_id: newId(), replaces: seen })).body.draft).toMatchObject({ text: "Typed in a tunnel" });
  await say(anna, ben, "ok", { client_id: newId(), draft_version: seen });
  expect(await draft()).toBe("Typed in a tunnel");
});

test("a text that another device sent, changed or not, or deleted does not come back from the one that typed it", async () => {
  for (const end of ["sent", "changed and sent", "deleted"]) {
    const [laptop, phone] = [newId(), newId()];
    const typed = { client_id: laptop, age: 2_000, replaces: 0 };
    const version = (await save(`see you (${end})`, typed)).body.draft?.version ?? expect.unreachable();
    const now = { client_id: phone, replaces: version };
    const changed = end === "changed and sent" ? (await save("see you tomorrow", now)).body.draft?.version : version;
    if (end === "deleted") await save("", now);
    else await say(anna, ben, `see you, ${end}`, { client_id: phone, draft_version: changed });
    expect([end, await draft()]).toEqual([end, null]);
    // Its page was left before the answer: it does not know that its text was saved.
    const again = { ...typed, age: 3_000, resent: true };
    expect([end, (await save(`see you (${end})`, again)).body.draft, await draft()]).toEqual([end, null, null]);
  }
});

test("a text whose first request was lost is saved by the next one", async () => {
  await say(anna, ben, "before");
  const typed = { client_id: newId(), replaces: 0, resent: true };
  expect((await save("never arrived", typed)).body.draft).toMatchObject({ text: "never arrived" });
  expect((await save("never arrived", typed)).body.draft).toMatchObject({ text: "never arrived" });
  expect(await draft()).toBe("never arrived");
});

test("of one message the text that was typed last stays, in whatever order its texts arrive", async () => {
  const client_id = newId();
  await save("all of it", { client_id, replaces: 0, age: 500 });
  expect((await save("all", { client_id, replaces: 0, age: 2_000 })).body.draft?.text).toBe("all of it");
  expect((await save("", { client_id, replaces: 0, age: 2_000 })).body.draft?.text).toBe("all of it");
});

test("an unchanged draft writes no row and tells no device", async () => {
  const client_id = newId();
  const first = (await save("Hello", { client_id, reply_to: 1 })).body;
  const phone = await connect(anna.token);
  expect((await save("Hello", { client_id, reply_to: 1 })).body).toEqual(first);
  expect((await save("Hello", { reply_to: 1 })).body).toEqual(first);
  expect((await save("Hello", { client_id, reply_to: 2 })).body.draft?.version).toBeGreaterThan(first.draft?.version ?? 0);
  expect(await phone.event("draft")).toMatchObject({ reply_to: 2 });
});

test("removing the chat and blocking delete the draft", async () => {
  const { conversation } = await say(anna, ben, "one");
  await save("two");
  await api(anna, "DELETE", "chat.php", { conversation });
  expect(await count()).toBe(0);
  await save("three");
  await api(ben, "POST", "block.php", { profile: anna.id });
  expect(await count()).toBe(0);
  expect((await save("four")).body.error.code).toBe("blocked");
});

test("a draft has a limit and a reader to be", async () => {
  expect((await save("x".repeat(20_001))).status).toBe(422);
  expect((await save("x", { profile: "nobody" })).body.error.code).toBe("not_found");
  expect((await save("x", { profile: anna.id })).status).toBe(422);
});
