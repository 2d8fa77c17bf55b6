import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { createPhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createChatPhotoSweep } from "./chat-photo-sweep.ts";
import { createChatPhotosStore } from "./chat-photos.store.ts";
import { createSendPhoto } from "./send-photo.ts";

const { accountsStore, archiving, changes, chat, photos, blocks } = servicesOf(env);
const chatPhotos = createChatPhotosStore(connect(env.DB));
const bucket = createPhotoFiles(env.PHOTOS, env.IMAGES);
const work: Promise<unknown>[] = [];
const one = new ArrayBuffer(1);
let made = 0;
let anna: string;
let ben: string;
let conversation: string;

const { sendPhoto } = createSendPhoto({
  chatPhotos,
  pictures: bucket,
  async makePicture() {
    made++;
    const size = { width: 800, height: 600 };
    return { full: one, card: one, thumb: one, size, preview: "data:image/webp;base64,AAAA", hash: null };
  },
  limits: servicesOf(env).limits,
  compare: async () => {},
  send: chat.send,
  after: (later) => void work.push(later),
});
const sweep = () => createChatPhotoSweep({ chatPhotos, pictures: bucket }).sweep();
const file = () => new File([new Uint8Array([0xff, 0xd8, 0xff, 0xd9])], "a.jpg");

async function as(id: string): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id)), "liaison", Date.now());
  return (await contextOf({ viewer, now: Date.now() })) as MemberContext;
}

async function post(from: string, input: { text?: string; client_id?: string; sender?: string; reply_to?: number } = {}) {
  try {
    return await sendPhoto(await as(from), { conversation, file: file(), client_id: newId(), ...input });
  } finally {
    await Promise.all(work);
  }
}

const refusalOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => "ok",
    (error: AppError) => error.fields[0]?.code ?? error.code,
  );
const creditsOf = (id: string) => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(id).first("credits");
const rowOf = (id: string) => env.DB.prepare("SELECT * FROM chat_photos WHERE id = ?").bind(id).first<Record<string, unknown>>();
const objects = async () => (await env.PHOTOS.list()).objects.map(({ key }) => key).toSorted();
const seenBy = async (id: string) => (await chat.chat(await as(id), { conversation })).messages.at(-1)?.photo;

beforeEach(async () => {
  [anna, ben] = await Promise.all([addMember({ credits: 10 }), addMember({ credits: 10 })]);
  conversation = await writeMessage(ben, anna);
  made = 0;
});

test("a photo is shown to its sender at once and to the receiver after the inspection", async () => {
  const before = await objects();
  const { message, credits } = await post(anna, { text: " Our beach " });
  expect(message).toMatchObject({ type: "photo", text: "Our beach", price: 1, photo: { state: "inspection", width: 800 } });
  expect(message.photo?.filename).toBeTruthy();
  expect(credits).toBe(9);
  expect(await seenBy(ben)).toMatchObject({ state: "inspection", filename: null, preview: null });
  expect((await objects()).length - before.length).toBe(3);
  expect(await photos.decide(message.id, "active", Date.now())).toBe(true);
  expect(await photos.decide(message.id, "explicit", Date.now())).toBe(false);
  expect(await seenBy(ben)).toMatchObject({ state: "active", preview: "data:image/webp;base64,AAAA" });
  expect((await seenBy(ben))?.filename).toBeTruthy();
  expect(await creditsOf(anna)).toBe(9);
  const [row] = (await chat.chats(await as(ben), {})).chats;
  expect(row?.last_message).toMatchObject({ text: "Our beach", photo: false });
});

test("a photo needs a message of the receiver first, and that costs no picture", async () => {
  expect(await refusalOf(post(ben))).toBe("not_answered");
  expect(made).toBe(0);
  await chat.sendMessage(await as(anna), { conversation, text: "Hi", client_id: newId() });
  expect(await refusalOf(post(ben))).toBe("ok");
  const [row] = (await chat.chats(await as(anna), {})).chats;
  expect(row?.last_message).toMatchObject({ text: "", photo: true, gift: null });
});

test("the list names the photo with which it ends for its reader, and no deleted one", async () => {
  await post(anna);
  await chat.sendMessage(await as(anna), { conversation, text: "Look", client_id: newId() });
  const last = async () => (await chat.chats(await as(ben), {})).chats[0]?.last_message;
  expect(await last()).toMatchObject({ text: "Look", photo: false });
  await changes.hideMessage(await as(ben), { conversation, seq: 3 });
  expect(await last()).toMatchObject({ text: "", photo: true });
});

test("a photo answers a message, is answered and reacted to like others, and is sent by nobody else's session", async () => {
  const { message } = await post(anna, { reply_to: 1 });
  expect(message.reply_to).toMatchObject({ seq: 1, quote: { sender: ben, type: "text" } });
  await chat.sendMessage(await as(ben), { conversation, text: "Where is it?", client_id: newId(), reply_to: message.seq });
  await changes.react(await as(ben), { conversation, seq: message.seq, reaction: "fire" });
  const [, photo, answer] = (await chat.chat(await as(anna), { conversation })).messages;
  expect([photo?.partner_reaction, answer?.reply_to?.quote?.type]).toEqual(["fire", "photo"]);
  expect(await refusalOf(post(anna, { reply_to: 9 }))).toBe("unknown_option");
  expect(await refusalOf(post(anna, { sender: ben }))).toBe("authentication_required");
  expect(made).toBe(1);
});

test("outsiders, unknown conversations, empty purses and captions that are too long are refused before a picture is made", async () => {
  const [other, poor] = await Promise.all([addMember({ credits: 5 }), addMember({ credits: 0 })]);
  expect(await refusalOf(post(other))).toBe("not_found");
  expect(await refusalOf(post(anna, { text: "x".repeat(100_000) }))).toBe("too_long");
  conversation = await writeMessage(ben, poor);
  expect(await refusalOf(post(poor))).toBe("not_enough_credits");
  expect(made).toBe(0);
});

test("one client id is one photo, one charge and no orphaned picture, also at the same time", async () => {
  const before = await objects();
  const input = { client_id: newId() };
  const outcomes = await Promise.all([post(anna, input), post(anna, input), post(anna, input)]);
  const again = await post(anna, input);
  expect(new Set([...outcomes, again].map(({ message }) => message.id)).size).toBe(1);
  expect(await creditsOf(anna)).toBe(9);
  await Promise.all(work);
  expect((await objects()).length - before.length).toBe(3);
  expect(await refusalOf(post(anna, { ...input, text: "other words" }))).toBe("idempotency_conflict");
});

test("a rejection returns the price once, to the same credits, and erases the picture", async () => {
  const { message } = await post(anna);
  const now = Date.now();
  const decided = await Promise.all([1, 2, 3].map(() => photos.decide(message.id, "explicit", now)));
  expect(decided.filter(Boolean)).toHaveLength(1);
  expect(await photos.decide(message.id, "active", now)).toBe(false);
  expect(await creditsOf(anna)).toBe(10);
  for (const member of [anna, ben]) expect(await seenBy(member)).toMatchObject({ state: "rejected", filename: null });
  const key = String((await rowOf(message.id))?.key);
  await sweep();
  expect((await objects()).filter((name) => name.startsWith(key))).toEqual([]);
  expect(await rowOf(message.id)).toMatchObject({ status: "rejected", key: null, preview: null });
  expect(await refusalOf(photos.decide("nobodys", "active", now))).toBe("not_found");
});

test("the price of a rejected photo settles a debt that was made meanwhile", async () => {
  const { message } = await post(anna);
  await runSql(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) SELECT id, -credits, 'adjustment', 'x', 'x', 1 FROM accounts WHERE id = ?",
    anna,
  );
  await runSql("INSERT INTO debts (account_id, payment_id, credits, created_at) VALUES (?, 'taken-back', 3, 1)", anna);
  await photos.decide(message.id, "explicit", Date.now());
  const books = await env.DB.prepare("SELECT credits, debt FROM accounts WHERE id = ?").bind(anna).first();
  expect(books).toEqual({ credits: 0, debt: 2 });
});

test("a block ends the photos of the conversation, and the sweep erases pictures and rows", async () => {
  const { message } = await post(anna);
  const key = String((await rowOf(message.id))?.key);
  await blocks.block(await as(ben), { profile: anna });
  expect(await rowOf(message.id)).toMatchObject({ status: "gone" });
  expect(await photos.decide(message.id, "active", Date.now())).toBe(false);
  await sweep();
  expect(await rowOf(message.id)).toBe(null);
  expect((await objects()).filter((name) => name.startsWith(key))).toEqual([]);
});

test("a photo of an archived message keeps its picture and its state", async () => {
  const { message } = await post(anna);
  await photos.decide(message.id, "active", Date.now());
  await archiving.move(Date.now() + 40 * DAY);
  expect(await env.DB.prepare("SELECT 1 FROM messages WHERE id = ?").bind(message.id).first()).toBe(null);
  expect(await seenBy(ben)).toMatchObject({ state: "active", width: 800 });
  expect((await seenBy(ben))?.filename).toBeTruthy();
});

test("a picture that cannot be written is no message and costs nothing", async () => {
  const down = createSendPhoto({
    chatPhotos,
    pictures: { ...bucket, keep: () => Promise.reject(new Error("away")) },
    makePicture: async () => {
      return { full: one, card: one, thumb: one, size: { width: 800, height: 600 }, preview: null, hash: null };
    },
    limits: servicesOf(env).limits,
    compare: async () => {},
    send: chat.send,
    after: (later) => void work.push(later),
  });
  const before = await objects();
  await expect(down.sendPhoto(await as(anna), { conversation, file: file(), client_id: newId() })).rejects.toThrow("away");
  await Promise.all(work);
  expect(await creditsOf(anna)).toBe(10);
  expect(await objects()).toEqual(before);
});

test("waiting photos of chats and profiles are listed together, oldest first", async () => {
  const { message } = await post(anna);
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?2, ?1, 0, 'inspection', 1)",
    newId(),
    ben,
  );
  const listed = (await photos.waiting(100)).filter(({ profileId }) => [anna, ben].includes(profileId));
  expect(listed.map(({ id, of }) => [id === message.id, of])).toEqual([
    [false, "profile"],
    [true, "chat"],
  ]);
});
