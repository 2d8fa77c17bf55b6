import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { createChatPhotosStore } from "#worker/messaging/chat/chat-photos.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createComparison } from "./comparison.ts";
import { createPhotoFiles } from "./photo-files.ts";
import { createPhotoHashesStore } from "./photo-hashes.store.ts";
import { createPhotos } from "./photos.ts";
import { createPictureMaker } from "./picture-maker.ts";

const { accountsStore, photosStore, live } = servicesOf(env);
const erased: string[] = [];
/** Fake pictures and no upload limit. */
const pictures = {
  sizeOf: async () => ({ width: 800, height: 600 }),
  make: async () => ({
    full: new ArrayBuffer(1),
    card: new ArrayBuffer(1),
    thumb: new ArrayBuffer(1),
    size: { width: 800, height: 600 },
    preview: "data:image/webp;base64,AAAA",
    hash: null,
  }),
  keep: async () => {},
  finish: async () => {},
  erase: async (key: string) => void erased.push(key),
};
const deps: Parameters<typeof createPhotos>[0] = {
  store: photosStore,
  chatPhotos: createChatPhotosStore(connect(env.DB)),
  photoMails: { write: async () => null, dispatch: async () => {} },
  live,
  limits: {
    hit: async () => ({ allowed: true, retryAfterMs: 0 }),
    check: () => expect.unreachable(),
    release: async () => {},
    clear: async () => {},
  },
  pictures,
  makePicture: createPictureMaker(pictures),
  compare: createComparison(createPhotoHashesStore(connect(env.DB))),
  isProved: async () => false,
};
const photos = createPhotos(deps);
const jpeg = () => new File([new Uint8Array([0xff, 0xd8, 0xff, 0xd9])], "a.jpg");

async function as(id: string): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id)), "liaison", Date.now());
  return (await contextOf({ viewer, preview: ["private_photos"] })) as MemberContext;
}

/** Ids in the order of their uploads. */
async function upload(id: string, count: 1 | 2 | 3): Promise<string[]> {
  const ctx = await as(id);
  for (let n = 0; n < count; n++) await photos.addPhoto(ctx, { file: jpeg() });
  const own = (await as(id)).viewer.photos.toSorted((a, b) => a.position - b.position);
  expect(own).toHaveLength(count);
  return own.map((photo) => photo.id);
}

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ok",
    (error: AppError) => error.fields[0]?.code ?? error.code,
  );
}

const mainOf = (id: string) => env.DB.prepare("SELECT main_photo FROM profiles WHERE id = ?").bind(id).first("main_photo");
const keyOf = (id: string) => env.DB.prepare("SELECT key FROM photos WHERE id = ?").bind(id).first("key");

test.each([
  [false, 3],
  [true, 25],
])("premium %s: %i photos, of any number sent at once", async (paid, max) => {
  const id = await addMember({ paid });
  const contexts = await Promise.all(Array.from({ length: max + 25 }, () => as(id)));
  const outcomes = await Promise.all(contexts.map((ctx) => outcomeOf(photos.addPhoto(ctx, { file: jpeg() }))));
  expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(max);
  expect(outcomes.filter((outcome) => outcome === "photo_limit")).toHaveLength(25);
  const ctx = await as(id);
  expect(ctx.viewer.photos).toHaveLength(max);
  expect(await outcomeOf(photos.addPhoto(ctx, { file: jpeg() }))).toBe("photo_limit");
});

test("the card shows the first approved photo, the chosen one, and the next when that is gone", async () => {
  const ctx = await as(await addMember());
  const [first, second, third] = (await upload(ctx.viewer.id, 3)) as [string, string, string];
  expect(await mainOf(ctx.viewer.id)).toBe(null);
  await photos.decide(second, "active", NOON);
  expect(await mainOf(ctx.viewer.id)).toBe(await keyOf(second));
  await photos.decide(first, "active", NOON);
  expect(await mainOf(ctx.viewer.id), "an approval changes no choice").toBe(await keyOf(second));

  const now = await as(ctx.viewer.id);
  expect(await outcomeOf(photos.updatePhoto(now, { id: third, main: true }))).toBe("conflict");
  await photos.updatePhoto(now, { id: first, main: true });
  expect(await mainOf(ctx.viewer.id)).toBe(await keyOf(first));
  const key = await keyOf(first);
  await photos.removePhoto(now, { id: first });
  expect(erased).toContain(key);
  expect(await mainOf(ctx.viewer.id)).toBe(await keyOf(second));
  await photos.removePhoto(now, { id: second });
  expect(await mainOf(ctx.viewer.id), "one under inspection does not follow").toBe(null);
});

test("a member cannot change or remove another member's photo", async () => {
  const [anna, ben] = [await as(await addMember()), await as(await addMember())];
  const [id] = (await upload(anna.viewer.id, 1)) as [string];
  await photos.decide(id, "active", NOON);
  expect(await outcomeOf(photos.updatePhoto(ben, { id, main: true }))).toBe("not_found");
  expect(await outcomeOf(photos.removePhoto(ben, { id }))).toBe("not_found");
  expect(await photosStore.setMain(ben.viewer.id, id)).toEqual({
    photos: [],
    mainPhoto: null,
    mainPreview: null,
    photoChecked: false,
  });
  await photosStore.remove(ben.viewer.id, id);
  expect(await mainOf(anna.viewer.id)).toBe(await keyOf(id));
  expect(await outcomeOf(photos.decide(newId(), "active", NOON))).toBe("not_found");
});

test("a picture without a row is deleted at once, or by the erasure when D1 is down", async () => {
  const bucket = createPhotoFiles(env.PHOTOS, env.IMAGES);
  const storing = { ...bucket, sizeOf: deps.pictures.sizeOf, make: deps.pictures.make };
  const down = async () => Promise.reject(new Error("D1 is away"));
  const ctx = await as(await addMember());
  const { id } = ctx.viewer;
  const heldOf = async () => {
    const { objects } = await env.PHOTOS.list({ include: ["customMetadata"] });
    return objects.filter(({ key, customMetadata }) => key.includes(id) || customMetadata?.profile === id).length;
  };
  const added = { ...photosStore, add: down };
  await expect(createPhotos({ ...deps, pictures: storing, store: added }).addPhoto(ctx, { file: jpeg() })).rejects.toThrow(
    "away",
  );
  expect(await heldOf()).toBe(0);

  await expect(
    createPhotos({ ...deps, pictures: storing, store: { ...added, ownerOf: down } }).addPhoto(ctx, { file: jpeg() }),
  ).rejects.toThrow("away");
  expect(await heldOf()).toBe(4);
  const [key = ""] = await bucket.unfinished(id);
  await bucket.erase(key, id);
  expect([await heldOf(), await bucket.unfinished(id)]).toEqual([0, []]);

  await createPhotos({ ...deps, pictures: storing }).addPhoto(ctx, { file: jpeg() });
  expect([await heldOf(), await bucket.unfinished(id)]).toEqual([3, []]);
});

test("a repeated upload with a lost answer is one photo, also in the last place, and keeps its picture", async () => {
  const id = await addMember();
  const rows = () => env.DB.prepare("SELECT id, key FROM photos WHERE profile_id = ? ORDER BY position").bind(id).all();
  for (let n = 0; n < 2; n++) await photos.addPhoto(await as(id), { file: jpeg() });
  const write = { secret: newSecret(32), at: 1 };
  const early = { ...(await as(id)), write };
  const forgetful = createPhotos({
    ...deps,
    store: {
      ...photosStore,
      async add(...args) {
        await photosStore.add(...args);
        throw new Error("D1_ERROR: Network connection lost");
      },
    },
  });
  await expect(forgetful.addPhoto({ ...(await as(id)), write }, { file: jpeg() })).rejects.toThrow("connection lost");
  const { results } = await rows();
  expect(results).toHaveLength(3);
  erased.length = 0;
  // One retry sees the stored photo; the other read the list before it existed.
  for (const ctx of [{ ...(await as(id)), write }, early]) {
    const { photos: own } = await photos.addPhoto(ctx, { file: jpeg() });
    expect(own.map((photo) => photo.id)).toEqual(results.map((row) => row.id));
  }
  expect([(await rows()).results, erased]).toEqual([results, []]);
});

test("photos keep the order that their owner gives, and the first public one is the main photo", async () => {
  const id = await addMember();
  const [first, second, third] = (await upload(id, 3)) as [string, string, string];
  const orderOf = async () => (await as(id)).viewer.photos.toSorted((a, b) => a.position - b.position).map((photo) => photo.id);
  await photos.decide(second, "active", NOON);
  expect(await orderOf(), "the first approved one moves to the front").toEqual([second, first, third]);

  await photos.updatePhoto(await as(id), { order: [third, second, first] });
  expect(await orderOf()).toEqual([third, second, first]);
  expect(await mainOf(id)).toBe(await keyOf(second));
  await photos.decide(third, "active", NOON + 1);
  expect(await mainOf(id), "one that was put before it follows when it is approved").toBe(await keyOf(third));
  await photos.decide(first, "active", NOON + 2);
  expect(await mainOf(id)).toBe(await keyOf(third));

  await photos.updatePhoto(await as(id), { order: [first] });
  expect(await orderOf(), "those that are not named follow in their order").toEqual([first, third, second]);
  const { photos: shown } = await photos.updatePhoto(await as(id), { id: second, main: true });
  expect(shown.map((photo) => [photo.id, photo.main])).toEqual([
    [second, true],
    [first, false],
    [third, false],
  ]);
  expect(await orderOf()).toEqual([second, first, third]);

  const stranger = await as(await addMember());
  expect(await outcomeOf(photos.updatePhoto(stranger, { order: [first] }))).toBe("not_found");
  expect(await outcomeOf(photos.updatePhoto(await as(id), { order: [first, first] }))).toBe("invalid_format");
  expect(await outcomeOf(photos.updatePhoto(await as(id), { main: true }))).toBe("required");
  expect(await orderOf()).toEqual([second, first, third]);
});

test("the card's preview and its mark belong to the main photo, and a seeded photo has no mark", async () => {
  const id = await addMember();
  const [first, second] = (await upload(id, 2)) as [string, string];
  const card = async () => {
    const { mainPhoto, mainPreview, photoChecked } = (await as(id)).viewer.profile;
    return [mainPhoto, mainPreview, photoChecked];
  };
  const preview = "data:image/webp;base64,AAAA";
  expect(await card()).toEqual([null, null, false]);
  await photos.decide(first, "active", NOON);
  expect(await card()).toEqual([await keyOf(first), preview, true]);
  await env.DB.prepare("UPDATE photos SET status = 'active', preview = NULL WHERE id = ?").bind(second).run();
  await photos.updatePhoto(await as(id), { id: first, visibility: "private" });
  expect(await card(), "nobody looked at the second one").toEqual([await keyOf(second), null, false]);
  expect(await outcomeOf(photos.updatePhoto(await as(id), { id: first, main: true })), "a private one").toBe("conflict");
  const both = { id: second, visibility: "private", main: true } as const;
  expect(await outcomeOf(photos.updatePhoto(await as(id), both)), "a private main photo").toBe("conflict");
  expect(await card()).toEqual([await keyOf(second), null, false]);
  for (const more of [{ main: true }, { visibility: "private" }] as const)
    expect(await outcomeOf(photos.updatePhoto(await as(id), { order: [second, first], ...more }))).toBe("invalid_format");
  await photos.updatePhoto(await as(id), { id: second, visibility: "private" });
  expect(await card()).toEqual([null, null, false]);
  const off = (await contextOf({ viewer: (await as(id)).viewer, preview: [] })) as MemberContext;
  expect(await outcomeOf(photos.updatePhoto(off, { id: second, visibility: "public" })), "with the feature off").toBe("ok");
  expect(await outcomeOf(photos.updatePhoto(off, { id: second, visibility: "private" }))).toBe("forbidden");
  await photos.updatePhoto(await as(id), { id: second, visibility: "private" });
  await photos.updatePhoto(await as(id), { id: first, visibility: "public", main: true });
  expect(await card()).toEqual([await keyOf(first), preview, true]);
});

test("a rejection says why, and a decision holds", async () => {
  const owner = await addMember();
  const [id] = (await upload(owner, 1)) as [string];
  expect(await photos.decide(id, "no_person", NOON)).toBe(true);
  expect(await photos.decide(id, "active", NOON)).toBe(false);
  const { photos: own } = await photos.updatePhoto(await as(owner), { order: [id] });
  expect(own).toMatchObject([{ status: "rejected", rejected_for: "no_person", checked: false, main: false }]);
});
