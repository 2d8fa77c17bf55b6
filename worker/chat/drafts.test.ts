import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#tests/setup/socket.ts";
import { api, firstChat, open, type Person, person, say } from "#tests/setup/talk.ts";
import type { CallOutput } from "#worker/calls.ts";
import { newId } from "#worker/lib/ids.ts";

let anna: Person;
let ben: Person;

beforeEach(async () => {
  [anna, ben] = [await person({ name: "Anna" }), await person({ name: "Ben" })];
});

const save = (text: string, more: object = {}, who = anna) =>
  api<CallOutput<"saveDraft">>(who, "PUT", "chat-draft.php", { profile: ben.id, text, client_id: newId(), ...more });
const draft = async () => (await open(anna, `profile=${ben.id}`)).draft;
const count = () => env.DB.prepare("SELECT count(*) AS n FROM chat_drafts WHERE member_id = ?").bind(anna.id).first("n");

test("a draft is there on every device, before the first message too, and for nobody else", async () => {
  const phone = await connect(anna.token);
  const client_id = newId();
  expect((await save(" Hello \u0000", { client_id })).body).toEqual({ draft: { text: "Hello", reply_to: null } });
  expect(await phone.event("draft")).toEqual({
    type: "draft",
    profile: ben.id,
    client: client_id,
    text: "Hello",
    reply_to: null,
  });
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
