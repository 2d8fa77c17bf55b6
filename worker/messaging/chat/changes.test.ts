import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { connect } from "#tests/setup/socket.ts";
import { api, firstChat, open, type Person, person, rowOf, say } from "#tests/setup/talk.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";

let anna: Person;
let ben: Person;
let conversation: string;

beforeEach(async () => {
  [anna, ben] = [await person({ name: "Anna", credits: 20 }), await person({ name: "Ben", credits: 20 })];
  ({ conversation } = await say(anna, ben, "one"));
});

const react = (who: Person, seq: number, reaction: string | null) =>
  api<CallOutput<"react">>(who, "POST", "chat-reaction.php", { conversation, seq, reaction });
const edit = (who: Person, seq: number, text: string) =>
  api<CallOutput<"editMessage">>(who, "PUT", "chat-message.php", { conversation, seq, text });
const hide = (who: Person, seq: number) =>
  api<CallOutput<"hideMessage">>(who, "DELETE", "chat-message.php", { conversation, seq });
const seen = async (who: Person) => (await open(who, `conversation=${conversation}`)).messages;
const block = (who: Person, whom: Person) => api(who, "POST", "block.php", { profile: whom.id });
const lastOf = async (who: Person) => (await firstChat(who))?.last_message?.text;

test("a reply shows the quoted author and words to both, and another reply with the same client id is refused", async () => {
  const reply = { conversation, text: "two", client_id: newId(), reply_to: 1 };
  const sent = await api<CallOutput<"sendMessage">>(ben, "POST", "chat.php", reply);
  const quote = { sender: anna.id, type: "text", text: "one", gift: null };
  expect(sent.body.message.reply_to).toEqual({ seq: 1, quote });
  expect((await seen(anna))[1]?.reply_to).toEqual({ seq: 1, quote });
  expect((await api(ben, "POST", "chat.php", reply)).status).toBe(201);
  const { reply_to: _, ...plain } = reply;
  expect((await api(ben, "POST", "chat.php", plain)).body.error.code).toBe("idempotency_conflict");
});

test("a reply quotes only what its sender sees", async () => {
  const refused = async (reply_to: number) =>
    (await api(ben, "POST", "chat.php", { conversation, text: "?", client_id: newId(), reply_to })).body.error;
  expect(await refused(2)).toMatchObject({ code: "invalid", fields: [{ field: "reply_to", code: "unknown_option" }] });
  await hide(ben, 1);
  expect((await refused(1)).code).toBe("invalid");
  await expect(runSql("UPDATE messages SET reply_to = 1 WHERE conversation_id = ? AND seq = 1", conversation)).rejects.toThrow(
    /CHECK/,
  );
});

test("a quote of a message that the reader deleted tells nothing of it", async () => {
  await say(ben, anna, "two", { reply_to: 1 });
  await hide(anna, 1);
  expect((await seen(anna))[1]?.reply_to).toEqual({ seq: 1, quote: null });
  expect((await seen(ben))[1]?.reply_to?.quote?.text).toBe("one");
  await runSql("UPDATE participants SET removed_seq = 1 WHERE conversation_id = ? AND member_id = ?", conversation, ben.id);
  expect((await seen(ben))[0]?.reply_to).toEqual({ seq: 1, quote: null });
});

test("a reaction is the member's only one, is taken back, and reaches the partner without an unread count", async () => {
  const [hers, his] = [await connect(anna.token), await connect(ben.token)];
  const fire = await react(ben, 1, "fire");
  expect(fire.body.message).toMatchObject({ reaction: "fire", partner_reaction: null, version: 1 });
  expect((await react(ben, 1, "kiss")).body.message).toMatchObject({ reaction: "kiss", version: 2 });
  expect((await react(anna, 1, "heart")).body.message).toMatchObject({ reaction: "heart", partner_reaction: "kiss" });
  expect(await hers.event("changed")).toMatchObject({ conversation, message: { seq: 1, partner_reaction: "fire", price: 1 } });
  // Ben's other tab.
  expect(await his.event("changed")).toMatchObject({ message: { reaction: "fire", price: null } });
  expect((await firstChat(anna))?.num_unread_messages).toBe(0);
  await react(ben, 1, null);
  expect((await seen(anna))[0]).toMatchObject({ reaction: "heart", partner_reaction: null });
});

test("a reaction needs a visible message of an own conversation with somebody there", async () => {
  expect((await react(await person(), 1, "fire")).body.error.code).toBe("not_found");
  expect((await react(ben, 2, "fire")).body.error.code).toBe("not_found");
  expect((await react(ben, 1, "poo")).status).toBe(422);
  await expect(runSql("UPDATE messages SET sender_reaction = 'poo'")).rejects.toThrow(/CHECK/);
  await hide(ben, 1);
  expect((await react(ben, 1, "fire")).body.error.code).toBe("not_found");
  await block(anna, ben);
  expect((await react(ben, 1, "fire")).body.error.code).toBe("blocked");
});

test("nobody reacts to or edits what a departed member reads no more", async () => {
  await runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", ben.id);
  expect((await react(anna, 1, "fire")).body.error.code).toBe("not_found");
  expect((await edit(anna, 1, "changed")).body.error.code).toBe("not_found");
  expect((await hide(anna, 1)).status).toBe(200);
});

test("an edit changes the words for both, in lists too, and reaches the partner", async () => {
  const his = await connect(ben.token);
  const { body } = await edit(anna, 1, "  once \u202E ");
  expect(body.message).toMatchObject({ text: "once", edited_at: expect.any(String), price: 1 });
  expect(await his.event("changed")).toMatchObject({ message: { text: "once", price: null } });
  expect([await lastOf(anna), await lastOf(ben)]).toEqual(["once", "once"]);
  await say(ben, anna, "two");
  await edit(anna, 1, "older");
  expect(await lastOf(ben)).toBe("two");
  expect((await seen(anna))[0]?.text).toBe("older");
});

test("an edit follows the rules of sending", async () => {
  expect((await edit(anna, 1, " \u200D ")).body.error.fields).toMatchObject([{ field: "text", code: "required" }]);
  expect((await edit(anna, 1, "x".repeat(20_000))).body.error.fields).toMatchObject([{ field: "text", code: "too_long" }]);
});

test.each([
  ["read", "UPDATE messages SET read_at = created_at", "edit_over"],
  ["older than five minutes", "UPDATE messages SET created_at = created_at - 300001", "edit_over"],
  ["an icebreaker", "UPDATE messages SET type = 'icebreaker'", "edit_over"],
  ["deleted for oneself", "UPDATE messages SET hidden_from_sender = 1", "edit_over"],
])("no edit of a message that is %s", async (_, change, code) => {
  await runSql(`${change} WHERE conversation_id = ?`, conversation);
  expect((await edit(anna, 1, "late")).body.error.code).toBe(code);
  expect(await rowOf(conversation, 1)).toMatchObject({ text: "one", edited_at: null });
});

test("a repeated request is answered with its message although that was edited since", async () => {
  const input = { conversation, text: "two", client_id: newId() };
  const send = (more = {}) => api<CallOutput<"sendMessage">>(anna, "POST", "chat.php", { ...input, ...more });
  expect((await send()).status).toBe(201);
  await edit(anna, 2, "second");
  const again = await send();
  expect([again.status, again.body.message]).toMatchObject([201, { seq: 2, text: "second" }]);
  expect((await send({ reply_to: 1 })).body.error.code).toBe("idempotency_conflict");
});

test("no edit of a message to which the partner reacted or replied, read or not", async () => {
  await react(ben, 1, "heart");
  expect((await edit(anna, 1, "late")).body.error.code).toBe("edit_over");
  await say(anna, ben, "two");
  await say(ben, anna, "answer", { reply_to: 2 });
  expect((await edit(anna, 2, "late")).body.error.code).toBe("edit_over");
  await say(anna, ben, "four");
  await react(anna, 4, "heart");
  expect((await edit(anna, 4, "fourth")).status).toBe(200);
});

test("only the author edits", async () => {
  expect((await edit(ben, 1, "mine")).body.error.code).toBe("not_found");
});

test("where read receipts are off, no refused edit tells that a message was read", async () => {
  await runSql("INSERT INTO preferences (account_id, show_read, updated_at) VALUES (?, 0, 0)", ben.id);
  expect((await open(anna, `conversation=${conversation}`)).edits).toBe(false);
  expect((await edit(anna, 1, "late")).body.error.code).toBe("edit_over");
});

test("when an edit and a reading meet, the partner keeps the words that were read", async () => {
  for (let round = 2; round < 7; round++) {
    await say(anna, ben, "first words");
    const read = api(ben, "POST", "chat-read.php", { conversation, seq: round });
    const [{ status }] = await Promise.all([edit(anna, round, "second words"), read]);
    const row = await rowOf(conversation, round);
    expect(row?.text).toBe(status === 200 ? "second words" : "first words");
    expect((await edit(anna, round, "third words")).body.error.code).toBe("edit_over");
  }
});

test("a deleted message is gone for oneself alone, and the list goes back to the one before", async () => {
  await say(ben, anna, "two");
  await say(ben, anna, "three");
  const hers = await connect(anna.token);
  const { body } = await hide(anna, 3);
  expect(body).toMatchObject({ unread_messages: 1, message: { hidden: true, text: "", seq: 3 } });
  expect(await hers.event("changed")).toMatchObject({ message: { seq: 3, hidden: true, text: "" } });
  expect((await hide(anna, 3)).body.unread_messages).toBe(1);
  expect([await lastOf(anna), await lastOf(ben)]).toEqual(["two", "three"]);
  expect((await firstChat(anna))?.num_unread_messages).toBe(1);
  expect((await seen(anna)).map(({ text, hidden }) => [text, hidden])).toEqual([
    ["one", false],
    ["two", false],
    ["", true],
  ]);
  expect((await seen(ben)).at(-1)?.text).toBe("three");
  await hide(anna, 2);
  await hide(anna, 1);
  expect((await firstChat(anna))?.last_message).toBeNull();
  expect(await firstChat(anna)).toMatchObject({ num_unread_messages: 0 });
});

test("a later reading counts no message that was deleted unread", async () => {
  await say(ben, anna, "two");
  await say(ben, anna, "three");
  await hide(anna, 3);
  await api(anna, "POST", "chat-read.php", { conversation, seq: 2 });
  expect(await env.DB.prepare("SELECT unread FROM accounts WHERE id = ?").bind(anna.id).first("unread")).toBe(0);
});

test("an outsider deletes nothing", async () => {
  expect((await hide(await person(), 1)).body.error.code).toBe("not_found");
  expect(await rowOf(conversation, 1)).toMatchObject({ hidden_from_sender: 0, hidden_from_receiver: 0 });
});

test("a browser that was away gets the changes since its version, and not the partner's deletions", async () => {
  await say(ben, anna, "two");
  const start = (await open(anna, `conversation=${conversation}`)).conversation;
  expect(start?.changes).toBe(0);
  await react(ben, 1, "wow");
  await hide(ben, 1);
  await edit(ben, 2, "second");
  const away = await open(anna, `conversation=${conversation}&after=2&changes=0`);
  expect(away.messages).toEqual([]);
  expect(away.changed).toMatchObject([
    { seq: 1, partner_reaction: "wow", version: 1 },
    { seq: 2, text: "second", version: 2 },
  ]);
  expect(away.conversation?.changes).toBe(2);
  expect((await open(anna, `conversation=${conversation}&after=2&changes=2`)).changed).toEqual([]);
  expect((await open(ben, `conversation=${conversation}&after=2&changes=0`)).changed).toMatchObject([
    { seq: 1, hidden: true },
    { seq: 2, text: "second" },
  ]);
});
