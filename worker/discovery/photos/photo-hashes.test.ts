import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { PORTRAITS, portraitSvg } from "#demo/portrait.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { PhotoHash } from "./photo-hash.vocabulary.ts";
import { createPhotoHashesStore } from "./photo-hashes.store.ts";

const { chat, photos, photoQueue, work } = servicesOf(env);
const d1 = countedD1(env.DB);
const store = createPhotoHashesStore(connect(d1.db));
const BASE: PhotoHash = [0x1234, 0x5678, 0x9abc, 0x4def];

beforeEach(async () => {
  for (const table of ["photo_hashes", "work_items", "decisions"]) await env.DB.exec(`DELETE FROM ${table}`);
});

let position = 0;
async function addHashed(member: string, hash: PhotoHash, status = "active"): Promise<string> {
  const id = newId();
  const insert = "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?2, ?1, ?3, ?4, 0)";
  await runSql(insert, id, member, position++, status);
  const bands =
    "INSERT INTO photo_hashes (id, pool, photo_id, band0, band1, band2, band3) VALUES (?1, 'liaison', ?1, ?2, ?3, ?4, ?5)";
  await runSql(bands, id, ...hash);
  return id;
}
/** Differs in so many bits, spread over the four numbers. */
const differing = (bits: number) =>
  Array.from({ length: bits }, (_, n) => n).reduce<number[]>(
    (bands, n) => bands.with(n % 4, (bands[n % 4] ?? 0) ^ (1 << (n >> 2))),
    [...BASE],
  ) as unknown as PhotoHash;
const near = async (hash = BASE) => (await store.near([{ photo: "new", pool: "liaison", hash }]))[0] ?? expect.unreachable();
const ban = (member: string) =>
  runSql(
    `INSERT INTO decisions (id, reference, domain_id, pool, member_id, about, kind, reason, decided_by, created_at)
     VALUES (?1, ?1, 'liaison', 'liaison', ?2, 'profile', 'ban', 'fake', 'x', 0)`,
    `ban-${member}`,
    member,
  );

test("photos within seven bits are found with their state, nearest first, and those further away are not", async () => {
  const [ann, bea] = [await addMember({ name: "Ann" }), await addMember({ name: "Bea" })];
  const refused = await addHashed(ann, differing(7), "rejected");
  await addHashed(ann, differing(8));
  const shown = await addHashed(bea, differing(2));
  expect(await near()).toEqual([
    { photo: shown, member: bea, name: "Bea", status: "active", of: "profile", banned: false, distance: 2 },
    { photo: refused, member: ann, name: "Ann", status: "rejected", of: "profile", banned: false, distance: 7 },
  ]);
});

test("a ban remembers the photos of the member until it ends, also when they are gone", async () => {
  const ann = await addMember();
  const photo = await addHashed(ann, BASE);
  await ban(ann);
  expect((await near()).map(({ banned }) => banned)).toEqual([true, true]);
  await runSql("DELETE FROM photos WHERE id = ?", photo);
  expect(await near()).toEqual([{ photo: null, member: null, name: null, status: null, of: null, banned: true, distance: 0 }]);
  await runSql("UPDATE decisions SET lifted_at = 1 WHERE member_id = ?", ann);
  expect(await near()).toEqual([]);
});

let drawn: Promise<ArrayBuffer> | undefined;

async function draw(): Promise<ArrayBuffer> {
  const svg = portraitSvg(PORTRAITS[0] ?? expect.unreachable());
  const body = new Response(new TextEncoder().encode(svg)).body as ReadableStream<Uint8Array>;
  const output = await env.IMAGES.input(body).transform({ width: 480 }).output({ format: "image/jpeg" });
  return output.response().arrayBuffer();
}

/** Drawn once. */
const drawing = async () => new File([await (drawn ??= draw())], "me.jpg");

test("a ban remembers a picture once, however often it was sent", async () => {
  const ann = await addMember();
  for (const hash of [BASE, BASE, BASE, differing(2)]) await addHashed(ann, hash);
  await ban(ann);
  const stored = await env.DB.prepare("SELECT count(*) AS n FROM photo_hashes WHERE decision_id IS NOT NULL").first("n");
  expect(stored).toBe(2);
});

test("a hash of a ban is found behind more copies than a look reads", async () => {
  const [spammer, other] = [await addMember(), await addMember()];
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)";
  await runSql(
    `${numbers} INSERT INTO photos (id, profile_id, key, position, status, created_at)
     SELECT ?1 || i, ?1, ?1 || i, i, 'active', 0 FROM n`,
    other,
  );
  await runSql(
    `${numbers} INSERT INTO photo_hashes (id, pool, photo_id, band0, band1, band2, band3)
     SELECT ?1 || i, 'liaison', ?1 || i, ?2, ?3, ?4, ?5 FROM n`,
    ...[other, ...BASE],
  );
  await addHashed(spammer, BASE);
  await ban(spammer);
  await runSql("DELETE FROM photos WHERE profile_id = ?", spammer);
  const found = await near();
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(({ banned }) => banned)).toMatchObject([{ photo: null, distance: 0 }]);
});

test("an upload like a photo of a banned account comes first in the queue and says so; nothing is decided by itself", async () => {
  const [ann, bea] = [await addMember({ name: "Ann" }), await addMember({ name: "Bea" })];
  const ctx = await memberContext(ann);
  await photos.addPhoto(ctx, { file: await drawing() });
  const items = () =>
    env.DB.prepare("SELECT member_id, score, state FROM work_items WHERE kind = 'photo' ORDER BY score DESC, created_at").all();
  expect((await items()).results).toMatchObject([{ member_id: ann, score: 0 }]);
  await ban(ann);
  await photos.addPhoto(await memberContext(bea), { file: await drawing() });
  expect((await items()).results).toEqual([
    { member_id: bea, score: 50, state: "waiting" },
    { member_id: ann, score: 0, state: "waiting" },
  ]);
  const moderator = staffContext("moderator", Date.now());
  await work.takeWork(moderator, { kind: "photo" });
  const [first, second] = (await photoQueue.photoLooks(moderator)).photos.toSorted((a, b) => (a.name < b.name ? 1 : -1));
  expect(first).toMatchObject({
    name: "Bea",
    seen: [{ member: ann, name: "Ann", own: false, status: "inspection", of: "profile", banned: true }],
  });
  expect(second?.seen.map(({ own, member }) => [own, member])).toContainEqual([false, bea]);
});

/** Sends the drawing to a new member, who has written before. */
async function sendDrawing(from: string): Promise<string> {
  const to = await addMember();
  const conversation = await writeMessage(to, from);
  const { message } = await chat.sendPhoto(await memberContext(from), {
    conversation,
    file: await drawing(),
    client_id: newId(),
  });
  return message.id;
}
const scoreOf = (photo: string) =>
  env.DB.prepare("SELECT score FROM work_items WHERE object_id = ?").bind(photo).first<number>("score");

test("a photo of a chat has a hash while its picture is there: a ban keeps it, and a copy comes first in the queue", async () => {
  const [ann, bea] = [await addMember({ name: "Ann", credits: 20 }), await addMember({ name: "Bea", credits: 20 })];
  const first = await sendDrawing(ann);
  expect(await scoreOf(first)).toBe(0);
  await ban(ann);
  const copy = await sendDrawing(bea);
  await expect.poll(() => scoreOf(copy)).toBe(50);
  const moderator = staffContext("moderator", Date.now());
  await work.takeWork(moderator, { kind: "photo" });
  const looks = (await photoQueue.photoLooks(moderator)).photos;
  expect(looks.find(({ name }) => name === "Bea")).toMatchObject({
    of: "chat",
    seen: [{ member: ann, name: "Ann", own: false, status: "inspection", of: "chat", banned: true }],
  });
  await runSql("UPDATE chat_photos SET key = NULL, status = 'gone' WHERE id = ?", first);
  const [later] = (await photoQueue.photoLooks(moderator)).photos.filter(({ name }) => name === "Bea");
  expect(later?.seen, "the picture is gone, the ban stands").toMatchObject([{ member: null, of: null, banned: true }]);
  const left = await env.DB.prepare("SELECT chat_photo_id AS photo, decision_id AS ban FROM photo_hashes ORDER BY ban").all();
  expect(left.results).toEqual([
    { photo: copy, ban: null },
    { photo: null, ban: `ban-${ann}` },
  ]);
});

test("copies of one's own come after those of others", async () => {
  const [ann, bea] = [await addMember({ name: "Ann", credits: 20 }), await addMember({ name: "Bea", credits: 20 })];
  await sendDrawing(ann);
  await sendDrawing(ann);
  await photos.addPhoto(await memberContext(bea), { file: await drawing() });
  const moderator = staffContext("moderator", Date.now());
  await work.takeWork(moderator, { kind: "photo" });
  const looks = (await photoQueue.photoLooks(moderator)).photos.filter(({ name }) => name === "Ann");
  expect(looks.map(({ seen }) => seen.map(({ own, of }) => [own, of]))).toEqual(
    Array(2).fill([
      [false, "profile"],
      [true, "chat"],
    ]),
  );
});

test("a match moves no photo back that other signs brought further forward", async () => {
  const ann = await addMember();
  const add =
    "INSERT INTO work_items (id, kind, object_id, domain_id, pool, score, created_at, due_at) VALUES (?1, 'photo', ?1, 'x', 'x', ?2, 1, 2)";
  for (const score of [70, 20]) await runSql(add, `${ann}-${score}`, score);
  for (const score of [70, 20]) await store.suspect(`${ann}-${score}`);
  const { results } = await env.DB.prepare("SELECT score FROM work_items WHERE domain_id = 'x' ORDER BY score DESC").all();
  expect(results).toEqual([{ score: 70 }, { score: 50 }]);
});

beforeAll(async () => {
  // 5,000 hashes of another pool and as many of this one, evenly spread.
  // Odd factors: the same in each run.
  const bands = [40503, 30011, 52711, 61169].map((factor) => `i * ${factor} % 65536`).join(", ");
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)";
  for (const pool of ["bulk", "other"])
    await env.DB.prepare(
      `${numbers} INSERT INTO photo_hashes (id, pool, decision_id, band0, band1, band2, band3)
       SELECT ?1 || i, ?1, 'x', ${bands} FROM n`,
    )
      .bind(pool)
      .run();
  d1.take();
  await store.near([{ photo: "new", pool: "bulk", hash: BASE }]);
  bulk = d1.take();
});
let bulk = { rows: 0, trips: 0 };

test("a look among 5,000 photos reads a few hundred rows of the indexes in one trip", () => {
  expect(bulk.trips).toBe(1);
  expect(bulk.rows).toBeLessThanOrEqual(400);
});
