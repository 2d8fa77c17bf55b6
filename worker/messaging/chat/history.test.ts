import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { addGift, addTalk, agesFrom, archiveDeps, archived, inDatabase, move, NOW } from "#tests/setup/archived.ts";
import { contextOf } from "#tests/setup/context.ts";
import { createLive } from "#worker/delivery/live/objects.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { newSessionToken } from "#worker/people/identity/session-token.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import { newId } from "#worker/platform/ids.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { createChatStore } from "./chat.store.ts";
import { createChat } from "./chat.ts";

const db = connect(env.DB);
const work: Promise<unknown>[] = [];
const page = vi.fn(archiveDeps.archive.read);
const chat = createChat({
  ...archiveDeps,
  archive: { ...archiveDeps.archive, read: page },
  cursors: createCursors("test only"),
  store: createChatStore(db),
  deliveries: { add() {}, waiting: () => null, drop() {} },
  live: createLive(env),
  after: (one) => void work.push(one),
});

let anna: string;
let ben: string;
beforeEach(async () => {
  [anna, ben] = [await addMember(), await addMember()];
  page.mockClear();
});

async function as(memberId: string, change: Partial<Settings> = {}): Promise<MemberContext> {
  const token = newSessionToken(memberId);
  const hash = await sha256(token);
  await runSql(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, 'liaison', '', 0, ?) ON CONFLICT DO NOTHING",
    hash,
    memberId,
    NOW + 1e9,
  );
  const viewer = (await createAccountsStore(db).findViewer(hash, "liaison", NOW)) ?? expect.unreachable();
  const ctx = await contextOf({ now: NOW, viewer });
  const settings = { ...ctx.domain.settings, ...change };
  return { ...ctx, viewer, domain: { ...ctx.domain, settings } } as MemberContext;
}
const seqs = ({ messages }: { messages: { seq: number }[] }) => messages.map(({ seq }) => seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const participant = (conversation: string, member: string) =>
  env.DB.prepare("SELECT unread, read_seq, read_to, read_at FROM participants WHERE conversation_id = ? AND member_id = ?")
    .bind(conversation, member)
    .first<{ unread: number; read_seq: number; read_to: number; read_at: number | null }>();

test("pages backwards and forwards run through both stores without a gap, and ask the object only for its part", async () => {
  const id = await addTalk(anna, ben, [...agesFrom(40, 120), ...agesFrom(2, 60)]);
  await move(id);
  expect(await inDatabase(id)).toHaveLength(60);
  const ctx = await as(anna);
  const newest = await chat.chat(ctx, { conversation: id });
  expect([seqs(newest), newest.older, page.mock.calls.length]).toEqual([range(131, 180), true, 0]);
  const across = await chat.chat(ctx, { conversation: id, before: 131 });
  expect([seqs(across), across.older, page.mock.calls.length]).toEqual([range(81, 130), true, 1]);
  expect(across.messages[0]).toMatchObject({ text: expect.stringContaining("Message 81"), sender: anna, price: 1 });
  expect(across.messages[1]).toMatchObject({ sender: ben, price: null });
  const old = await chat.chat(ctx, { conversation: id, before: 81 });
  expect([seqs(old), old.older]).toEqual([range(31, 80), true]);
  const first = await chat.chat(ctx, { conversation: id, before: 31 });
  expect([seqs(first), first.older, first.history_limited]).toEqual([range(1, 30), false, false]);
  expect(seqs(await chat.chat(ctx, { conversation: id, after: 100 }))).toEqual(range(101, 180));
  page.mockClear();
  expect(seqs(await chat.chat(ctx, { conversation: id, after: 120 }))).toEqual(range(121, 180));
  expect(page).not.toHaveBeenCalled();
});

test("a conversation of which everything is archived opens as before, its gift too, also in the list", async () => {
  const id = await addTalk(anna, ben, [40, 39, 38]);
  await addGift(anna, ben, id, 3);
  await runSql("UPDATE gifts SET created_at = ? WHERE sender_id = ?", NOW - 38 * 86_400_000, anna);
  await runSql(
    "UPDATE participants SET last_text = '', last_sender = ?, last_at = ? WHERE conversation_id = ?",
    anna,
    NOW - 38 * 86_400_000,
    id,
  );
  const strip = (answer: { messages: object[] }) => answer.messages.map((one) => ({ ...one, delivered_at: 0, state: "" }));
  const before = await chat.chat(await as(ben), { conversation: id });
  await Promise.all(work);
  await move(id);
  expect(await inDatabase(id)).toEqual([]);
  const then = await chat.chat(await as(ben), { conversation: id });
  expect(strip(then)).toEqual(strip(before));
  expect(then.messages[2]).toMatchObject({ type: "gift", gift: { id: "rose" } });
  expect((await chat.chats(await as(ben), {})).chats[0]?.last_message).toMatchObject({ gift: { id: "rose" }, own: false });
});

test("messages that a member removed or the history limit hides stay hidden in the archive", async () => {
  const id = await addTalk(anna, ben, [...agesFrom(40, 10), 1]);
  await move(id);
  const ctx = await as(anna);
  expect(seqs(await chat.chat(await as(anna, { chat_history: { messages: 4 } }), { conversation: id }))).toEqual(range(8, 11));
  page.mockClear();
  const recent = await chat.chat(await as(anna, { chat_history: { days: 20 } }), { conversation: id });
  expect([seqs(recent), recent.history_limited]).toEqual([[11], true]);
  await runSql("UPDATE participants SET removed_seq = 6 WHERE conversation_id = ? AND member_id = ?", id, anna);
  expect(seqs(await chat.chat(ctx, { conversation: id }))).toEqual(range(7, 11));
  expect(seqs(await chat.chat(await as(ben), { conversation: id }))).toEqual(range(1, 11));
  await runSql("UPDATE participants SET removed_seq = 10 WHERE conversation_id = ? AND member_id = ?", id, anna);
  page.mockClear();
  expect(seqs(await chat.chat(ctx, { conversation: id }))).toEqual([11]);
  expect(page).not.toHaveBeenCalled();
  await expect(chat.chat(await as(await addMember()), { conversation: id })).rejects.toMatchObject({ code: "not_found" });
});

test("reading marks both stores, counts what is left in both, and is repeated after a failure between them", async () => {
  // Anna sends the odd ones; all of hers are unread by Ben.
  const id = await addTalk(anna, ben, [...agesFrom(40, 6), 2, 1]);
  await move(id);
  await runSql("UPDATE participants SET unread = 4 WHERE conversation_id = ? AND member_id = ?", id, ben);
  expect(await chat.readChat(await as(ben), { conversation: id, seq: 3 })).toEqual({ unread_messages: 2, read_seq: 3 });
  expect((await archived(id)).map(({ seq, read_at }) => [seq, read_at !== null])).toEqual([
    [1, true],
    [2, false],
    [3, true],
    [4, false],
    [5, false],
    [6, false],
  ]);
  const lost = vi.fn(archiveDeps.archive.mark).mockRejectedValueOnce(new Error("lost"));
  const shaky = createChat({
    ...archiveDeps,
    archive: { ...archiveDeps.archive, mark: lost },
    cursors: createCursors("test only"),
    store: createChatStore(db),
    deliveries: { add() {}, waiting: () => null, drop() {} },
    live: createLive(env),
    after: () => {},
  });
  await expect(shaky.readChat(await as(ben), { conversation: id, seq: 8 })).rejects.toThrow("lost");
  expect(await participant(id, ben)).toMatchObject({ unread: 2, read_seq: 3, read_to: 3 });
  expect(await shaky.readChat(await as(ben), { conversation: id, seq: 8 })).toEqual({ unread_messages: 0, read_seq: 8 });
  expect(await participant(id, ben)).toMatchObject({ read_to: 8, read_at: NOW });
  expect((await archived(id))[4]).toMatchObject({ seq: 5, read_at: NOW, delivered_at: NOW });
  lost.mockClear();
  expect(await shaky.readChat(await as(ben), { conversation: id, seq: 8 })).toEqual({ unread_messages: 0, read_seq: 8 });
  expect(lost).not.toHaveBeenCalled();
  const seen = await chat.chat(await as(anna), { conversation: id });
  expect(seen.messages.filter(({ sender }) => sender === anna).map(({ state }) => state)).toEqual(Array(4).fill("read"));
});

test("archived messages are delivered when they are shown", async () => {
  const id = await addTalk(anna, ben, [40, 39]);
  await move(id);
  await chat.chat(await as(ben), { conversation: id });
  await Promise.all(work);
  expect((await chat.chat(await as(anna), { conversation: id })).messages.map(({ state }) => state)).toEqual([
    "delivered",
    "sent",
  ]);
});

test("a request that is repeated after its message was archived is answered with it and charges nothing", async () => {
  for (const message_credits of [1, 0]) {
    const payer = await addMember({ credits: 5 });
    const id = await addTalk(payer, ben, [40]);
    const input = { profile: ben, text: "hello again", client_id: newId() };
    const free = { message_credits };
    const { message } = await chat.sendMessage(await as(payer, free), input);
    const credits = () => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(payer).first("credits");
    await move(id, -1);
    expect(await inDatabase(id)).toEqual([]);
    const again = await chat.sendMessage(await as(payer, free), input);
    expect(again.message).toMatchObject({ id: message.id, seq: message.seq, text: input.text });
    expect(await credits()).toBe(5 - message_credits);
    await expect(chat.sendMessage(await as(payer, free), { ...input, text: "other" })).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
    await expect(chat.sendMessage(await as(payer, free), { ...input, profile: await addMember() })).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
    expect(await credits()).toBe(5 - message_credits);
    expect(await inDatabase(id)).toEqual([]);
  }
});

test("a request is not sent again where an earlier build archived its message, nor after a block has ended its chat", async () => {
  for (const ended of [false, true]) {
    const payer = await addMember({ credits: 5 });
    const id = await addTalk(payer, ben, [40]);
    const input = { profile: ben, text: "hello again", client_id: newId() };
    await chat.sendMessage(await as(payer), input);
    await move(id, -1);
    if (ended) await runSql("DELETE FROM conversations WHERE id = ?", id);
    else {
      await runSql("INSERT INTO archived_sends (sender_id, client_id) VALUES (?, ?)", payer, input.client_id);
      await runSql("DELETE FROM archive_senders WHERE member_id = ?", payer);
    }
    const repeated = chat.sendMessage(await as(payer), input);
    if (ended) await expect(repeated).rejects.toMatchObject({ code: "idempotency_conflict" });
    else expect((await repeated).message).toMatchObject({ text: input.text });
    expect(await env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(payer).first("credits")).toBe(4);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM messages WHERE sender_id = ?").bind(payer).first("n")).toBe(0);
  }
});
