import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { workItems } from "#db/schema/index.ts";
import { NOON } from "#tests/setup/context.ts";
import {
  ALIKE,
  addPhoto,
  clearNotices,
  db,
  decide,
  HASH,
  itemOf,
  moderator,
  noticed,
  notices,
  others,
  services,
  stateOf,
  store,
} from "#tests/setup/picture-notices.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { HOUR, MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { newReference } from "#worker/platform/reference.ts";
import { createNoticeSearchesStore } from "./notice-searches.store.ts";

const searches = createNoticeSearchesStore(db);

clearNotices();

test("agreeing removes what is named and its exact copies where the limit hid nothing", async () => {
  const network = newId();
  for (let n = 0; n < 3; n++) {
    const one = await addPhoto("liaison", [n, n, n, n]);
    await noticed({ where: `/media/${one.id}.card?o=${one.member}` }, { network });
  }
  await env.DB.exec("DELETE FROM work_items");
  const [named, copy, alike] = [
    await addPhoto("liaison", HASH),
    await addPhoto("velvet", HASH, "chat"),
    await addPhoto("liaison", ALIKE),
  ];
  await noticed({ where: `/media/${named.id}.card?o=${named.member}` }, { network });
  expect(await Promise.all([named, copy].map(stateOf))).toEqual(["active", "active"]);
  await decide("upheld");
  expect(await Promise.all([named, copy, alike].map(stateOf))).toEqual(["rejected", "rejected", "active"]);
  expect(await store.isBlocked(HASH)).toBe(true);
});

test.each(["the first", "the last"])("two refused notices about one picture show it again, %s decided first", async (first) => {
  const copy = await addPhoto("liaison", HASH);
  await noticed();
  const one = (await itemOf()).id;
  await noticed();
  const items = (await db.select().from(workItems)).filter(({ kind }) => kind === "complaint").map(({ id }) => id);
  const order = items.toSorted((a, b) => (first === "the first" ? 1 : -1) * (Number(b === one) - Number(a === one)));
  await services.work.takeWork(moderator, { kind: "complaint" });
  const states: (string | undefined)[] = [];
  for (const id of order) {
    await services.work.decideWork(moderator, { id, decision: "rejected", words: "It is not you." });
    await services.work.sweep(NOON + HOUR + UNDO);
    states.push(await stateOf(copy));
  }
  expect(states).toEqual(["inspection", "active"]);
});

const byLink = ({ id, member }: { id: string; member: string }) => ({ where: `/media/${id}.card?o=${member}` });
const remove = async ({ id }: { id: string }) => {
  for (const table of ["photos", "chat_photos"]) await env.DB.prepare(`DELETE FROM ${table} WHERE id = ?`).bind(id).run();
};

test("the hash of a named picture is blocked though its uploader deleted it, and copies that came since go too", async () => {
  const named = await addPhoto("liaison", HASH);
  await noticed(byLink(named));
  await remove(named);
  const since = await addPhoto("velvet", HASH, "chat");
  await decide("upheld");
  expect([await stateOf(since), await store.isBlocked(HASH)]).toEqual(["rejected", true]);
});

test("an upload with the hash of an open notice waits for its decision, another one does not", async () => {
  await noticed(byLink(await addPhoto("liaison", HASH)));
  const [upload, other] = [await addPhoto("liaison", HASH), await addPhoto("liaison", [9, 9, 9, 9])];
  for (const { id } of [upload, other])
    await env.DB.prepare("UPDATE photos SET status = 'inspection' WHERE id = ?").bind(id).run();
  await searches.noteUpload(upload.id, HASH);
  await searches.noteUpload(other.id, [9, 9, 9, 9]);
  expect(await services.photos.decide(upload.id, "active", NOON)).toBe(false);
  expect(await services.photos.decide(other.id, "active", NOON)).toBe(true);
  await decide("upheld");
  expect([await stateOf(upload), await stateOf(other)]).toEqual(["rejected", "active"]);
});

test("a search that failed is repeated until every database was asked, and staff see which was not", async () => {
  const asked: string[] = [];
  let fails = true;
  others.push({
    database: "DB_2",
    copies: async () => ({ hidden: 2 }),
    async hideCopies({ notice }) {
      asked.push(notice.id);
      if (fails) throw new Error("no database");
    },
  });
  const { reference } = await noticed(byLink(await addPhoto("liaison", HASH)));
  const { id } = await services.complaints.find(reference);
  expect(await services.noticedPictures.facts(id)).toEqual({ hiding: "hides", unsearched: ["DB_2"], home: null });
  await notices.sweep(NOON + HOUR);
  fails = false;
  await notices.sweep(NOON + HOUR);
  await notices.sweep(NOON + HOUR);
  expect(asked).toEqual([id, id, id]);
  expect(await services.noticedPictures.facts(id)).toMatchObject({ unsearched: [] });
});

test("what lies in other databases is counted; one that does not answer is named, and one without copies is not", async () => {
  const hideCopies = async () => {};
  const of = (database: string, copies: () => Promise<object>) => others.push({ database, hideCopies, copies });
  of("DB_2", async () => ({ hidden: 2, removed: 1 }));
  of("DB_3", async () => ({}));
  of("DB_4", async () => Promise.reject(new Error("no database")));
  expect(await notices.copiesElsewhere("n")).toEqual([
    { database: "DB_2", copies: { hidden: 2, removed: 1 } },
    { database: "DB_4", copies: null },
  ]);
  await noticed(byLink(await addPhoto("liaison", HASH)));
  expect(await notices.copies((await itemOf()).objectId)).toEqual({ hidden: 1 });
});

test("a search that never ran hides in the next minute", async () => {
  const copy = await addPhoto("liaison", HASH);
  await noticed();
  await env.DB.exec("DELETE FROM noticed_photos");
  await env.DB.exec("UPDATE photos SET status = 'active'");
  await env.DB.exec(`UPDATE picture_notices SET unsearched = '["DB"]', hiding = NULL`);
  await notices.sweep(NOON);
  expect(await stateOf(copy), "the request itself may still search").toBe("active");
  await notices.sweep(NOON + MINUTE);
  expect(await stateOf(copy)).toBe("inspection");
});

test("a copy of a notice in another database has its number and hashes, no name, address or words", async () => {
  const copy = await addPhoto("liaison", HASH);
  const notice = { id: newId(), reference: newReference(), language: "en", country: "NL", createdAt: NOON };
  const of = { notice, home: "DB_2", pictures: [HASH], hiding: async () => "hides" as const, now: NOON };
  for (let n = 0; n < 2; n++) await notices.hideCopies(of);
  expect(await stateOf(copy)).toBe("inspection");
  expect(await services.complaints.find(notice.reference)).toMatchObject({
    ...{ name: null, email: null, link: null, text: "", accountId: null },
  });
  await decide("rejected", "It is not you.");
  expect(await stateOf(copy)).toBe("active");
  await notices.hideCopies(of);
  expect(await stateOf(copy), "their staff have decided").toBe("active");
});

test("two hundred similar pictures crowd no exact copy out", async () => {
  await addPhoto("liaison", [9, 9, 9, 9]);
  const many = Array.from({ length: 210 }, (_, index) => [newId(), index] as const);
  await env.DB.batch(
    many.flatMap(([id, index]) => [
      env.DB.prepare(
        "INSERT INTO photos (id, profile_id, key, position, status, created_at) SELECT ?1, id, ?1, ?2, 'active', 0 FROM profiles LIMIT 1",
      ).bind(id, 1000 + index),
      env.DB.prepare(
        "INSERT INTO photo_hashes (id, pool, photo_id, band0, band1, band2, band3) VALUES (?1, 'liaison', ?1, ?2, ?3, ?4, ?5)",
      ).bind(id, ...ALIKE),
    ]),
  );
  const copy = await addPhoto("liaison", HASH);
  await noticed();
  expect(await stateOf(copy)).toBe("inspection");
});
