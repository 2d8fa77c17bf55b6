import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { outcomeOf } from "#tests/setup/accounts.ts";
import { runSql } from "#tests/setup/actions.ts";
import { archived, archiveOf } from "#tests/setup/archived.ts";
import { contextOf } from "#tests/setup/context.ts";
import { connect } from "#tests/setup/socket.ts";
import { api, firstChat, open, type Person, person, rowOf, say } from "#tests/setup/talk.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { accountsStore, changes, erasure } = servicesOf(env);

let anna: Person;
let ben: Person;
let conversation: string;

beforeEach(async () => {
  [anna, ben] = [await person({ name: "Anna", credits: 20 }), await person({ name: "Ben", credits: 20 })];
  ({ conversation } = await say(anna, ben, "one"));
  await say(ben, anna, "two");
  await say(anna, ben, "three");
  await moveAll();
});

const moveAll = () => archiveOf(conversation).move(conversation, Date.now() + 1000);
const react = (who: Person, seq: number, reaction: string | null) =>
  api<CallOutput<"react">>(who, "POST", "chat-reaction.php", { conversation, seq, reaction });
const hide = (who: Person, seq: number) =>
  api<CallOutput<"hideMessage">>(who, "DELETE", "chat-message.php", { conversation, seq });
const reply = (who: Person, reply_to: number) =>
  api<CallOutput<"sendMessage">>(who, "POST", "chat.php", { conversation, text: "late", client_id: newId(), reply_to });
const seen = async (who: Person) => (await open(who, `conversation=${conversation}`)).messages;
const lastOf = async (who: Person) => (await firstChat(who))?.last_message?.text;
const unreadOf = async (who: Person) => (await firstChat(who))?.num_unread_messages;

test("a reaction to an archived message is seen by both, live and by a browser that was away", async () => {
  const hers = await connect(anna.token);
  const { body } = await react(ben, 1, "fire");
  expect(body.message).toMatchObject({ seq: 1, reaction: "fire", version: 1, price: null });
  expect(await hers.event("changed")).toMatchObject({ message: { seq: 1, partner_reaction: "fire", price: 1 } });
  expect((await seen(anna))[0]).toMatchObject({ partner_reaction: "fire", reaction: null });
  const away = await open(anna, `conversation=${conversation}&after=3&changes=0`);
  expect([away.messages, away.changed]).toMatchObject([[], [{ seq: 1, partner_reaction: "fire", version: 1 }]]);
  expect(away.conversation?.changes).toBe(1);
  await react(ben, 1, null);
  expect((await seen(anna))[0]).toMatchObject({ partner_reaction: null, version: 2 });
});

test("a reaction reveals no message that the history limit hides, in the archive or not", async () => {
  const viewer = await accountsStore.findViewer(await sha256(ben.token), "liaison", Date.now());
  const ctx = (await contextOf({ viewer, now: Date.now() + 3 * DAY })) as MemberContext;
  const settings = { ...ctx.domain.settings, chat_history: { days: 2 } };
  const late = { ...ctx, domain: { ...ctx.domain, settings } };
  const reaction = (seq: number) => outcomeOf(changes.react(late, { conversation, seq, reaction: "fire" }));
  expect(await reaction(1)).toBe("not_found");
  await say(anna, ben, "four");
  expect(await reaction(4)).toBe("not_found");
  expect((await seen(anna)).map(({ partner_reaction }) => partner_reaction)).toEqual([null, null, null, null]);
});

test("a reaction to an archived message needs the rights of any other", async () => {
  expect((await react(await person(), 1, "fire")).body.error.code).toBe("not_found");
  await hide(ben, 1);
  expect((await react(ben, 1, "fire")).body.error.code).toBe("not_found");
  await runSql("UPDATE participants SET removed_seq = 2 WHERE conversation_id = ? AND member_id = ?", conversation, ben.id);
  expect((await react(ben, 2, "fire")).body.error.code).toBe("not_found");
  await api(anna, "POST", "block.php", { profile: ben.id });
  expect((await react(ben, 3, "fire")).body.error.code).toBe("blocked");
  expect((await archived(conversation)).map((row) => row.receiver_reaction ?? null)).toEqual([null, null, null]);
});

test("an archived message is deleted for oneself alone; count and last words follow, and a repetition changes nothing", async () => {
  expect([await unreadOf(ben), await lastOf(ben)]).toEqual([2, "three"]);
  const { body } = await hide(ben, 3);
  expect(body).toMatchObject({ unread_messages: 1, message: { seq: 3, hidden: true, text: "" } });
  expect((await hide(ben, 3)).body).toMatchObject({ unread_messages: 1 });
  expect([await unreadOf(ben), await lastOf(ben), await lastOf(anna)]).toEqual([1, "two", "three"]);
  expect((await seen(ben)).map(({ text }) => text)).toEqual(["one", "two", ""]);
  expect((await seen(anna)).map(({ text }) => text)).toEqual(["one", "two", "three"]);
  expect((await open(ben, `conversation=${conversation}&after=3&changes=0`)).changed).toMatchObject([{ seq: 3, hidden: true }]);
  expect((await open(anna, `conversation=${conversation}&after=3&changes=0`)).changed).toEqual([]);
  await Promise.all([hide(ben, 2), hide(ben, 1)]);
  expect(await firstChat(ben)).toMatchObject({ last_message: null, num_unread_messages: 0 });
  expect((await hide(await person(), 1)).body.error.code).toBe("not_found");
  expect((await hide(ben, 4)).body.error.code).toBe("not_found");
});

test("after the only message outside the archive is deleted, the list shows the archive's last words", async () => {
  await say(ben, anna, "four");
  expect((await hide(anna, 4)).body.unread_messages).toBe(1);
  expect([await lastOf(anna), await lastOf(ben)]).toEqual(["three", "four"]);
});

test("an archived message is answered and quoted, on pages, live and after it moved; a deleted one is not", async () => {
  const his = await connect(ben.token);
  const quote = { seq: 2, quote: { sender: ben.id, type: "text", text: "two", gift: null } };
  expect((await reply(anna, 2)).body.message.reply_to).toEqual(quote);
  expect(await his.event("message")).toMatchObject({ message: { seq: 4, reply_to: quote } });
  expect((await seen(ben)).at(-1)?.reply_to).toEqual(quote);
  expect((await react(ben, 4, "wow")).body.message.reply_to).toEqual(quote);
  await moveAll();
  expect((await seen(anna)).at(-1)?.reply_to).toEqual(quote);
  await hide(ben, 2);
  expect((await seen(ben)).at(-1)?.reply_to).toEqual({ seq: 2, quote: null });
  expect((await reply(ben, 2)).body.error.code).toBe("invalid");
  expect((await reply(ben, 9)).body.error.code).toBe("invalid");
  await runSql("UPDATE participants SET removed_seq = 3 WHERE conversation_id = ? AND member_id = ?", conversation, anna.id);
  expect((await reply(anna, 2)).body.error.code).toBe("invalid");
});

test("a message deleted by both members loses its text, in the archive or not", async () => {
  await say(anna, ben, "four");
  await hide(anna, 2);
  expect((await archived(conversation))[1]).toMatchObject({ text: "two" });
  await runSql("UPDATE accounts SET status = 'deleted', deleted_at = 1, activated_at = NULL WHERE id = ?", anna.id);
  expect(await erasure.erase(anna.id, Date.now())).toBe("erased");
  expect((await hide(ben, 1)).status).toBe(200);
  expect((await hide(ben, 4)).status).toBe(200);
  expect((await archived(conversation)).map(({ text }) => text)).toEqual(["", "two", "three"]);
  expect(await rowOf(conversation, 4)).toMatchObject({ text: "" });
});
