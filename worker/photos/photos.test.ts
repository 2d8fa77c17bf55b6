import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/context.ts";
import { sha256 } from "#worker/lib/crypto.ts";
import type { AppError } from "#worker/lib/errors.ts";
import { newId, newSecret } from "#worker/lib/ids.ts";
import { servicesOf } from "#worker/wiring/index.ts";
import { createPhotoFiles } from "./photo-files.ts";
import { createPhotos } from "./photos.ts";

const { accountsStore, photosStore, live } = servicesOf(env);
const erased: string[] = [];
/** Fake pictures and no upload limit. */
const deps: Parameters<typeof createPhotos>[0] = {
  store: photosStore,
  live,
  limits: {
    hit: async () => ({ allowed: true, retryAfterMs: 0 }),
    check: () => expect.unreachable(),
    release: async () => {},
    clear: async () => {},
  },
  pictures: {
    sizeOf: async () => ({ width: 800, height: 600 }),
    make: async () => ({ full: new ArrayBuffer(1), thumb: new ArrayBuffer(1) }),
    keep: async () => {},
    finish: async () => {},
    erase: async (key) => void erased.push(key),
  },
};
const photos = createPhotos(deps);
const jpeg = () => new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], "a.jpg");

async function as(id: string): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id)), "liaison", Date.now());
  return (await contextOf({ viewer })) as MemberContext;
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
  const contexts = await Promise.all(Array.from({ length: max + 2 }, () => as(id)));
  const outcomes = await Promise.all(contexts.map((ctx) => outcomeOf(photos.addPhoto(ctx, { file: jpeg() }))));
  expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(max);
  expect(outcomes.filter((outcome) => outcome === "photo_limit")).toHaveLength(2);
  const ctx = await as(id);
  expect(ctx.viewer.photos).toHaveLength(max);
  expect(await outcomeOf(photos.addPhoto(ctx, { file: jpeg() }))).toBe("photo_limit");
});

test("the card shows the first approved photo, the chosen one, and the next when that is gone", async () => {
  const ctx = await as(await addMember());
  const [first, second, third] = await (async () => {
    for (let count = 0; count < 3; count++) await photos.addPhoto(ctx, { file: jpeg() });
    return ctx.viewer.photos.map((photo) => photo.id) as [string, string, string];
  })();
  expect(await mainOf(ctx.viewer.id)).toBe(null);
  await photos.decide(second, "active");
  expect(await mainOf(ctx.viewer.id)).toBe(await keyOf(second));
  await photos.decide(first, "active");
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
  await photos.addPhoto(anna, { file: jpeg() });
  const id = anna.viewer.photos[0]?.id as string;
  await photos.decide(id, "active");
  expect(await outcomeOf(photos.updatePhoto(ben, { id, main: true }))).toBe("not_found");
  expect(await outcomeOf(photos.removePhoto(ben, { id }))).toBe("not_found");
  expect(await photosStore.setMain(ben.viewer.id, id)).toBe(null);
  await photosStore.remove(ben.viewer.id, id);
  expect(await mainOf(anna.viewer.id)).toBe(await keyOf(id));
  expect(await outcomeOf(photos.decide(newId(), "active"))).toBe("not_found");
});

test("a picture without a row is deleted at once, or by the erasure when D1 is down", async () => {
  const bucket = createPhotoFiles(env.PHOTOS, env.IMAGES);
  const pictures = { ...bucket, sizeOf: deps.pictures.sizeOf, make: deps.pictures.make };
  const down = async () => Promise.reject(new Error("D1 is away"));
  const ctx = await as(await addMember());
  const { id } = ctx.viewer;
  const heldOf = async () => {
    const { objects } = await env.PHOTOS.list({ include: ["customMetadata"] });
    return objects.filter(({ key, customMetadata }) => key.includes(id) || customMetadata?.profile === id).length;
  };
  const added = { ...photosStore, add: down };
  await expect(createPhotos({ ...deps, pictures, store: added }).addPhoto(ctx, { file: jpeg() })).rejects.toThrow("away");
  expect(await heldOf()).toBe(0);

  await expect(
    createPhotos({ ...deps, pictures, store: { ...added, ownerOf: down } }).addPhoto(ctx, { file: jpeg() }),
  ).rejects.toThrow("away");
  expect(await heldOf()).toBe(3);
  const [key = ""] = await bucket.unfinished(id);
  await bucket.erase(key, id);
  expect([await heldOf(), await bucket.unfinished(id)]).toEqual([0, []]);

  await createPhotos({ ...deps, pictures }).addPhoto(ctx, { file: jpeg() });
  expect([await heldOf(), await bucket.unfinished(id)]).toEqual([2, []]);
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
