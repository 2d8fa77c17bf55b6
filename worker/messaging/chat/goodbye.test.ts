import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addLike, runSql } from "#tests/setup/actions.ts";
import { api, firstChat, open, type Person, person, say } from "#tests/setup/talk.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { CallOutput } from "#worker/server/calls.ts";

let ann: Person;
let ben: Person;
let conversation: string;

const goodbye = (who: Person, line = "best") =>
  api<CallOutput<"sayGoodbye">>(who, "POST", "chat-goodbye.php", { conversation, line });
const chatOf = (who: Person) => open(who, `conversation=${conversation}`);
const write = async (who: Person) => {
  const input = { conversation, text: "One more thing", client_id: crypto.randomUUID() };
  const { status, body } = await api(who, "POST", "chat.php", input);
  return status === 201 ? "sent" : body.error.code;
};
const silent = (days: number) =>
  runSql("UPDATE participants SET last_at = ? WHERE conversation_id = ?", Date.now() - days * DAY, conversation);
const like = (from: Person, to: Person) => api(from, "POST", "like.php", { profile: to.id });
const likesBetween = () =>
  env.DB.prepare("SELECT count(*) AS n FROM likes WHERE ?1 IN (liker_id, liked_id) AND ?2 IN (liker_id, liked_id)")
    .bind(ann.id, ben.id)
    .first<number>("n");
const credits = (who: Person) =>
  env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(who.id).first<number>("credits");

beforeEach(async () => {
  [ann, ben] = [await person({ credits: 10 }), await person({ credits: 10 })];
  ({ conversation } = await say(ann, ben, "Hello"));
  await say(ben, ann, "Hello to you");
});

test("a chat that was silent for five days may be left, by both and not before", async () => {
  await silent(4.9);
  expect((await chatOf(ann)).may_say_goodbye).toBe(false);
  expect((await goodbye(ann)).body.error.code).toBe("conflict");
  await silent(5);
  expect([(await chatOf(ann)).may_say_goodbye, (await chatOf(ben)).may_say_goodbye]).toEqual([true, true]);
});

test("a goodbye closes the chat for both, costs nothing and says its line", async () => {
  await addLike(ann.id, ben.id);
  await addLike(ben.id, ann.id);
  await silent(6);
  const before = await credits(ann);
  const { status, body } = await goodbye(ann, "spark");
  expect([status, body.goodbye]).toMatchObject([200, { own: true, line: "spark" }]);
  const [hers, his] = [await chatOf(ann), await chatOf(ben)];
  expect([hers.goodbye?.own, hers.refusal, his.goodbye?.own, his.goodbye?.line, his.refusal]).toEqual([
    true,
    "goodbye",
    false,
    "spark",
    "goodbye",
  ]);
  expect([await write(ann), await write(ben)]).toEqual(["goodbye", "goodbye"]);
  expect([await credits(ann), await likesBetween()]).toEqual([before, 0]);
  expect((await firstChat(ben))?.goodbye).toMatchObject({ own: false, line: "spark" });
  expect(
    his.messages.map(({ text }) => text),
    "it is no message",
  ).toEqual(["Hello", "Hello to you"]);
});

test("after a goodbye no reaction and no edit reaches the other, but a reaction can be taken back", async () => {
  const react = (reaction: string | null) => api(ann, "POST", "chat-reaction.php", { conversation, seq: 2, reaction });
  await react("heart");
  await silent(6);
  await goodbye(ben);
  const edited = await api(ben, "PUT", "chat-message.php", { conversation, seq: 2, text: "Another text" });
  expect([(await react("fire")).body.error.code, edited.body.error.code]).toEqual(["goodbye", "goodbye"]);
  expect((await react(null)).status).toBe(200);
});

test("the first goodbye holds, whoever says the second", async () => {
  await silent(6);
  await goodbye(ann, "met");
  expect((await goodbye(ben, "best")).body.goodbye).toMatchObject({ own: false, line: "met" });
  expect((await goodbye(ann, "best")).body.goodbye).toMatchObject({ own: true, line: "met" });
});

test("it opens again when both like each other anew, and not by one like", async () => {
  await silent(6);
  await goodbye(ann);
  await like(ben, ann);
  expect(await write(ben)).toBe("goodbye");
  await like(ann, ben);
  expect([await write(ben), (await chatOf(ann)).goodbye]).toEqual(["sent", null]);
});

test("a stranger cannot close a chat of others, and a line must be known", async () => {
  await silent(6);
  const cleo = await person();
  expect((await goodbye(cleo)).body.error.code).toBe("not_found");
  expect((await goodbye(ann, "something else")).body.error.code).toBe("invalid");
  expect((await chatOf(ann)).goodbye).toBeNull();
});

test("a message that arrives first keeps the chat open", async () => {
  await silent(6);
  await say(ben, ann, "Sorry, I was away");
  expect((await goodbye(ann)).body.error.code).toBe("conflict");
  expect((await chatOf(ben)).goodbye).toBeNull();
});

test("a message by facts that were cached before the goodbye is refused", async () => {
  expect(await write(ann)).toBe("sent");
  await silent(6);
  await goodbye(ben);
  expect(await write(ann)).toBe("goodbye");
});

test("a closed chat is nobody's turn", async () => {
  expect((await api<CallOutput<"today">>(ann, "GET", "today.php")).body.items.map(({ kind }) => kind)).toEqual(["turns"]);
  await silent(6);
  await goodbye(ben);
  expect((await api<CallOutput<"today">>(ann, "GET", "today.php")).body.items).toEqual([]);
});
