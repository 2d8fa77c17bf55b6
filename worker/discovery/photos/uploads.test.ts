import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { keepPictures } from "./kept-pictures.ts";
import { createPhotoFiles } from "./photo-files.ts";
import { createUploads } from "./uploads.ts";

const { photosStore, uploads } = servicesOf(env);
const files = createPhotoFiles(env.PHOTOS, env.IMAGES);
const made = { full: new ArrayBuffer(1), card: new ArrayBuffer(1), thumb: new ArrayBuffer(1) };
/** In ms: minute 23 of the next hour but one. */
const LATER = (Math.floor(Date.now() / 3_600_000) + 2) * 3_600_000 + 23 * 60_000;

async function namesOf(key: string): Promise<string[]> {
  const { objects } = await env.PHOTOS.list();
  return objects.flatMap(({ key: name }) => (name.includes(key) ? [name.replace(key, "")] : [])).sort();
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: AppError) => error.code ?? error.message,
  );
const lost = () => Promise.reject(new Error("no answer"));

test("what a Worker left between picture and row is erased after an hour, and a picture with a row keeps", async () => {
  const id = await addMember();
  const [without, withRow, elsewhere] = [newId(), newId(), newId()];
  await files.keep(without, made, id);
  await files.keep(withRow, made, id);
  await files.keep(elsewhere, made, "member-of-another-database");
  const row = { id: newId(), profileId: id, key: withRow, width: 800, height: 600, preview: null, hash: null };
  await photosStore.add({ ...row, now: Date.now() }, 9);
  await uploads.sweep(LATER + 60_000);
  await uploads.sweep(LATER - 2 * 3_600_000);
  expect(await namesOf(without)).toHaveLength(4);
  await uploads.sweep(LATER);
  expect(await namesOf(without)).toEqual([]);
  expect(await namesOf(withRow)).toEqual([".card", ".full", ".thumb"]);
  expect(await namesOf(elsewhere)).toHaveLength(4);
});

test("one upload that cannot be erased keeps no other from it", async () => {
  const erased: string[] = [];
  const two = createUploads({
    pictures: {
      notesBefore: async () => ["a", "b"].map((key) => ({ key, profile: key })),
      finish: lost,
      erase: async (key) => void erased.push(key),
    },
    keysOf: async (id) => (id === "a" ? lost() : []),
  });
  await two.sweep(LATER);
  expect(erased).toEqual(["b"]);
});

test("a put that fails leaves nothing: the erasure waits for those that still run", async () => {
  const id = await addMember();
  const key = newId();
  let late = 0;
  const slow = {
    put: async (name: string, ...rest: [ArrayBuffer, R2PutOptions]) => {
      if (name.endsWith(".full")) throw new Error("R2 is away");
      if (name.endsWith(".card")) for (let turn = 0; turn < 20; turn++) await env.PHOTOS.head("nothing");
      late++;
      return env.PHOTOS.put(name, ...rest);
    },
    head: (name: string) => env.PHOTOS.head(name),
    delete: (names: string[]) => env.PHOTOS.delete(names),
  } as unknown as R2Bucket;
  const row = { add: () => expect.unreachable(), isKept: async () => false };
  await expect(
    keepPictures(createPhotoFiles(slow, env.IMAGES), id, { [key]: made }, ["full", "card", "thumb"], row),
  ).rejects.toThrow("away");
  expect([late, await namesOf(key)]).toEqual([3, []]);
});

test("the row decides where the answer to its write was lost, and only the asked sizes are stored", async () => {
  const id = await addMember();
  const keep = (key: string, isKept: () => Promise<boolean>) =>
    codeOf(keepPictures(files, id, { [key]: made }, ["full"], { add: lost, isKept }));
  const [there, gone, unknown] = [newId(), newId(), newId()];
  expect(await keep(there, async () => true)).toBe("done");
  expect(await namesOf(there)).toEqual([".full"]);
  expect(await keep(gone, async () => false)).toBe("no answer");
  expect(await namesOf(gone)).toEqual([]);
  expect(await keep(unknown, lost)).toBe("no answer");
  expect(await namesOf(unknown)).toEqual([".full", `uploads/${id}/`]);
});
