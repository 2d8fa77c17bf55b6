import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { photos } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { actionsOn, makeFictional as make, olga, readerOf, roomsAt, siteWith } from "#tests/setup/fictional-profiles.ts";
import { createPhotoHashesStore } from "#worker/discovery/photos/photo-hashes.store.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createFictionalPhotos } from "./fictional-photos.ts";

const db = connect(env.DB);
const { fictional, members } = servicesOf(env);
const opened = (id: string) => fictional.fictionalProfile(olga, { id });
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields: [field] }: AppError) => (field ? `${field.field} ${field.code}` : code),
  );

const erased: string[] = [];
let hash: readonly [number, number, number, number] | "another" | null = null;
let made = 0;
const pictures = {
  sizeOf: async () => ({ width: 800, height: 1000 }),
  keep: async () => {},
  finish: async () => {},
  erase: async (key: string) => void erased.push(key),
};
async function rooms() {
  const deps = roomsAt(await siteWith({}));
  return createFictionalPhotos({
    ...{ ...deps, pictures, near: createPhotoHashesStore(db).near, compare: async () => {}, isProved: async () => false },
    makePicture: async () => {
      const empty = new ArrayBuffer(1);
      return {
        full: empty,
        card: empty,
        thumb: empty,
        size: { width: 800, height: 1000 },
        preview: null,
        hash: (hash === "another" ? another() : hash) as never,
      };
    },
  });
}
/** Far from each other in each band. */
const another = () => [0x00ff, 0x0f0f, 0x3333, 0x5555].map((band) => band ^ (0x1357 * ++made)).map((band) => band & 0xffff);
const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xd9])], "a.jpg");
const stated = { file, origin: "drawn", source: "Drawn by Olga", nobody: "on" } as const;
const idsOf = async (id: string) => (await opened(id)).photos.map((photo) => photo.id);

test("need a statement, stand at once for members, and keep the statement for staff alone", async () => {
  hash = "another";
  const { addFictionalPhoto } = await rooms();
  const { id } = await make();
  for (const [without, problem] of [
    ["file", "file required"],
    ["origin", "origin required"],
    ["source", "source required"],
    ["nobody", "nobody required"],
  ] as const) {
    const { [without]: _, ...rest } = stated;
    const sent = { id, ...{ origin: "", source: "" }, ...rest };
    expect(await problemOf(addFictionalPhoto(olga, sent as never))).toBe(problem);
  }
  const { photo } = await addFictionalPhoto(olga, { id, ...stated });
  expect((await opened(id)).photos).toEqual([
    { id: photo, main: true, shown: true, origin: "drawn", source: "Drawn by Olga", by: olga.viewer.id },
  ]);
  const seen = JSON.stringify((await members.member(await readerOf(), { id })).value);
  expect(seen).toContain(".full");
  expect(seen).not.toContain("Drawn by Olga");
  expect((await db.select().from(photos)).find((one) => one.id === photo)).toMatchObject({ status: "active", checkedAt: null });
  expect(await actionsOn(id)).toEqual(["make fictional", "add fictional photo"]);
});

test("are three at most, have an order whose first one is in lists, and are removed with their pictures", async () => {
  hash = "another";
  const { addFictionalPhoto, placeFictionalPhoto, removeFictionalPhoto } = await rooms();
  const { id } = await make();
  const added: string[] = [];
  for (let n = 0; n < 3; n++) added.push((await addFictionalPhoto(olga, { id, ...stated })).photo);
  expect(await problemOf(addFictionalPhoto(olga, { id, ...stated }))).toBe("file photo_limit");
  const [a = "", b = "", c = ""] = added;
  await placeFictionalPhoto(olga, { id, photo: c, to: "first" });
  expect(await idsOf(id)).toEqual([c, a, b]);
  expect((await opened(id)).photos.map(({ main }) => main)).toEqual([true, false, false]);
  await placeFictionalPhoto(olga, { id, photo: a, to: "later" });
  expect(await idsOf(id)).toEqual([c, b, a]);
  await placeFictionalPhoto(olga, { id, photo: a, to: "earlier" });
  expect(await idsOf(id)).toEqual([c, a, b]);
  erased.length = 0;
  await removeFictionalPhoto(olga, { id, photo: c });
  expect([await idsOf(id), erased.length, (await opened(id)).photos[0]?.main]).toEqual([[a, b], 1, true]);
  expect(await problemOf(removeFictionalPhoto(olga, { id, photo: c }))).toBe("not_found");
  expect(await problemOf(placeFictionalPhoto(olga, { id, photo: c, to: "first" }))).toBe("not_found");
  const before = await actionsOn(id);
  await placeFictionalPhoto(olga, { id, photo: a, to: "first" });
  expect(await actionsOn(id), "what moves nothing leaves no row").toEqual(before);
  await runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", id);
  expect(await problemOf(placeFictionalPhoto(olga, { id, photo: b, to: "first" }))).toBe("not_found");
});

test("that a member has, or the profile has already, are refused", async () => {
  hash = [0x1111, 0x2222, 0x3333, 0x4444];
  const { addFictionalPhoto } = await rooms();
  const [{ id }, member, photo] = [await make(), await addMember(), newId()];
  await addFictionalPhoto(olga, { id, ...stated });
  expect(await problemOf(addFictionalPhoto(olga, { id, ...stated }))).toBe("file repeated");
  // Two fictional profiles may have the same drawing.
  expect(await problemOf(addFictionalPhoto(olga, { ...(await make()), ...stated }))).toBe("done");
  hash = [0x0aaa, 0x0bbb, 0x0ccc, 0x0ddd];
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?2, ?1, 0, 'active', 0)",
    photo,
    member,
  );
  await runSql(
    "INSERT INTO photo_hashes (id, pool, photo_id, band0, band1, band2, band3) VALUES (?1, 'liaison', ?1, ?2, ?3, ?4, ?5)",
    ...[photo, ...hash],
  );
  expect(await problemOf(addFictionalPhoto(olga, { id, ...stated }))).toBe("file picture_blocked");
  // A member of another pool of the same database is a member too.
  hash = [0x7aaa, 0x7bbb, 0x7ccc, 0x7ddd];
  const [other, face] = [await addMember({ pool: "curves" }), newId()];
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?2, ?1, 0, 'active', 0)",
    face,
    other,
  );
  await runSql(
    "INSERT INTO photo_hashes (id, pool, photo_id, band0, band1, band2, band3) VALUES (?1, 'curves', ?1, ?2, ?3, ?4, ?5)",
    ...[face, ...hash],
  );
  expect(await problemOf(addFictionalPhoto(olga, { id, ...stated }))).toBe("file picture_blocked");
  hash = null;
  expect(await problemOf(addFictionalPhoto(olga, { id, ...stated })), "nobody can tell whose it is").toBe("file not_a_picture");
});
