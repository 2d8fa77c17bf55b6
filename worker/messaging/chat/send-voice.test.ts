import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { type Circumstances, contextOf } from "#tests/setup/context.ts";
import { spokenFile } from "#tests/setup/recordings.ts";
import { mediaPaths } from "#worker/delivery/media/links.ts";
import { makeVoice } from "#worker/delivery/voices/voice-file.ts";
import { VOICE_LEVELS } from "#worker/delivery/voices/voices.vocabulary.ts";
import { createPhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createChatPhotosStore } from "./chat-photos.store.ts";
import { createSendVoice } from "./send-voice.ts";

const rooms = servicesOf(env);
const { accountsStore, archiving, changes, chat, blocks, memberReports } = rooms;
const chatPhotos = createChatPhotosStore(connect(env.DB));
const files = createPhotoFiles(env.PHOTOS, env.IMAGES);
const work: Promise<unknown>[] = [];
const told: [string, string][] = [];
const { sendVoice, playVoice, maySendVoice } = createSendVoice({
  ...{ chatPhotos, files, makeVoice, limits: rooms.limits, send: chat.send },
  live: { relay: async (to, { type }) => void told.push([to, type]) },
  after: (later) => void work.push(later),
});
const levels = "09v".repeat(VOICE_LEVELS / 3);

let anna: string;
let ben: string;
let conversation: string;

async function as(id: string, more: Circumstances = {}): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id)), "liaison", Date.now());
  return (await contextOf({ viewer, now: Date.now(), ...more })) as MemberContext;
}

async function post(from: string, input: Partial<Parameters<typeof sendVoice>[1]> = {}, more: Circumstances = {}) {
  try {
    return await sendVoice(await as(from, more), { conversation, file: spokenFile(), levels, client_id: newId(), ...input });
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
const rowOf = (id: string) => env.DB.prepare("SELECT * FROM chat_photos WHERE id = ?").bind(id).first<Record<string, string>>();
const objects = async () => (await env.PHOTOS.list()).objects.map(({ key }) => key).toSorted();
const heardBy = async (id: string) => (await chat.chat(await as(id), { conversation })).messages.at(-1)?.voice;

beforeEach(async () => {
  [anna, ben] = await Promise.all([addMember({ credits: 10 }), addMember({ credits: 10 })]);
  conversation = await writeMessage(ben, anna);
  told.length = 0;
});

test("a recording is heard by both at once, is paid for once, and its file holds only sound", async () => {
  const before = await objects();
  const clientId = newId();
  const { message, credits } = await post(anna, { client_id: clientId, text: " Good evening " });
  expect(message).toMatchObject({ type: "voice", text: "Good evening", price: 1 });
  expect(message.voice).toMatchObject({ state: "active", duration: 2000, levels });
  const again = await post(anna, { client_id: clientId, text: "Good evening" });
  expect([again.message.id, credits, again.credits]).toEqual([message.id, 9, 9]);
  const [key, ...more] = (await objects()).filter((one) => !before.includes(one));
  expect([key, more]).toEqual([`${(await rowOf(message.id))?.key}.full`, []]);
  const stored = await env.PHOTOS.get(key as string);
  expect(stored?.httpMetadata?.contentType).toBe("audio/webm");
  expect(new TextDecoder("latin1").decode(await stored?.arrayBuffer())).not.toContain("Home address");
  expect((await heardBy(ben))?.filename).toBeTruthy();
  const paid = await env.DB.prepare("SELECT kind, amount FROM ledger WHERE account_id = ? AND amount < 0").bind(anna).all();
  expect(paid.results).toEqual([{ kind: "message", amount: -1 }]);
  const waits = await env.DB.prepare("SELECT count(*) AS n FROM work_items WHERE object_id = ?").bind(message.id).first("n");
  expect(waits, "nobody of the staff hears it").toBe(0);
});

test("the list names a recording without words, and shows the words of another", async () => {
  await post(anna);
  const last = async () => (await chat.chats(await as(ben), {})).chats[0]?.last_message;
  expect(await last()).toMatchObject({ text: "", voice: true, photo: false });
  await post(anna, { text: "Shall we?" });
  expect(await last()).toMatchObject({ text: "Shall we?", voice: false });
});

test("what may not be sent is refused before a file is stored or a credit taken", async () => {
  const before = await objects();
  expect(await refusalOf(post(ben))).toBe("not_answered");
  expect(await refusalOf(post(anna, {}, { settings: { voice: false } }))).toBe("forbidden");
  expect(await refusalOf(maySendVoice(await as(anna, { settings: { voice: false } })))).toBe("forbidden");
  expect(await refusalOf(post(anna, { sender: ben }))).toBe("authentication_required");
  expect(await refusalOf(post(await addMember({ credits: 5 })))).toBe("not_found");
  expect(await refusalOf(post(anna, { file: spokenFile(62) }))).toBe("recording_too_long");
  expect(await refusalOf(post(anna, { file: new File(["GIF89a"], "a") }))).toBe("not_a_recording");
  expect(await refusalOf(post(anna, { price: 0 }))).toBe("price_changed");
  const cid = await addMember();
  const other = await writeMessage(cid, anna);
  await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", cid);
  expect(await refusalOf(post(anna, { conversation: other }))).not.toBe("ok");
  await blocks.block(await as(ben), { profile: anna });
  expect(await refusalOf(post(anna))).toBe("blocked");
  expect([await objects(), await creditsOf(anna)]).toEqual([before, 10]);
});

test("the sender learns that it was played, once, and only where both show what they have read", async () => {
  const { message } = await post(anna);
  const play = async (who: string) => playVoice(await as(who), { conversation, seq: message.seq });
  await play(anna);
  await play(await addMember());
  expect(await heardBy(anna)).toMatchObject({ played: false });
  const { changes: version = 0 } = (await chat.chat(await as(anna), { conversation })).conversation ?? {};
  await play(ben);
  await play(ben);
  await Promise.all(work);
  expect(told).toEqual([[anna, "changed"]]);
  const { changed } = await chat.chat(await as(anna), { conversation, after: message.seq, changes: version });
  expect(changed.map(({ voice }) => voice?.played)).toEqual([true]);
  const next = await post(anna);
  await runSql("INSERT INTO preferences (account_id, show_read, updated_at) VALUES (?, 0, 0)", ben);
  await playVoice(await as(ben), { conversation, seq: next.message.seq });
  expect([(await rowOf(next.message.id))?.played_at, (await heardBy(anna))?.played]).toEqual([null, null]);
});

test("an archived recording is played, answered and named as before", async () => {
  const { message } = await post(anna);
  await runSql("UPDATE messages SET created_at = created_at - ? WHERE conversation_id = ?", 200 * DAY, conversation);
  await runSql("UPDATE conversations SET oldest_at = oldest_at - ? WHERE id = ?", 200 * DAY, conversation);
  await archiving.move(Date.now());
  const left = await env.DB.prepare("SELECT count(*) AS n FROM messages WHERE conversation_id = ?").bind(conversation).first("n");
  expect(left).toBe(0);
  expect(await heardBy(ben)).toMatchObject({ state: "active", duration: 2000, levels });
  await playVoice(await as(ben), { conversation, seq: message.seq });
  expect(await heardBy(anna)).toMatchObject({ played: true });
  expect(
    (await changes.react(await as(ben), { conversation, seq: message.seq, reaction: "heart" })).message.voice?.duration,
  ).toBe(2000);
});

test("a link plays for the two members, by ranges, and for nobody after a block", async () => {
  const { message } = await post(anna);
  const key = (await rowOf(message.id))?.key as string;
  const token = await logIn(ben);
  const path = `/media/${mediaPaths(env.MEDIA_SECRET, { key, owner: anna }, token, Date.now()).full}`;
  const get = (range?: string, session = token) =>
    exports.default.fetch(
      new Request(`http://localhost${path}`, { headers: { cookie: `session=${session}`, ...(range && { range }) } }),
    );
  const whole = await get();
  expect([whole.status, whole.headers.get("content-type"), whole.headers.get("accept-ranges")]).toEqual([
    200,
    "audio/webm",
    "bytes",
  ]);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  for (const [asked, first, last] of [
    ["bytes=0-1", 0, 1],
    ["bytes=10-", 10, bytes.length - 1],
    ["bytes=-5", bytes.length - 5, bytes.length - 1],
    ["bytes=4-99999999", 4, bytes.length - 1],
  ] as const) {
    const part = await get(asked);
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes ${first}-${last}/${bytes.length}`]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(first, last + 1));
  }
  for (const asked of [`bytes=${bytes.length}-`, "bytes=-0", "bytes=9-3"]) expect((await get(asked)).status, asked).toBe(416);
  for (const asked of ["bytes=0-1,4-5", "lines=1-2", "bytes=-"]) {
    const all = await get(asked);
    expect([asked, all.status, (await all.arrayBuffer()).byteLength]).toEqual([asked, 200, bytes.length]);
  }
  await blocks.block(await as(anna), { profile: ben });
  expect((await get("bytes=0-1")).status).toBe(404);
});

test("a report keeps the recording until its proof ends, and a removal takes it from both", async () => {
  const { message } = await post(anna);
  const key = (await rowOf(message.id))?.key as string;
  const object = `${conversation}/${message.seq}`;
  await memberReports.report(await as(ben), { kind: "message", object, reason: "harassment", block: false });
  const proof = await env.DB.prepare("SELECT proof FROM report_proofs WHERE member_id = ?").bind(anna).first<string>("proof");
  expect(JSON.parse(proof as string)).toMatchObject({ seq: message.seq, voice: { key, duration: 2000 } });
  await runSql("UPDATE chat_photos SET status = 'rejected' WHERE id = ?", message.id);
  expect([(await heardBy(anna))?.state, (await heardBy(ben))?.state]).toEqual(["rejected", "rejected"]);
  await rooms.chatPhotoSweep.sweep();
  expect(await env.PHOTOS.head(`${key}.full`), "the proof needs it").not.toBeNull();
  await runSql("UPDATE reports SET status = 'decided', outcome = 'acted', decided_at = 1 WHERE reported_id = ?", anna);
  await rooms.proofSweep.sweep(Date.now());
  await rooms.chatPhotoSweep.sweep();
  expect(await env.PHOTOS.head(`${key}.full`)).toBeNull();
});
