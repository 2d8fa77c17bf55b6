import type { Context, MemberContext } from "#worker/context.ts";
import type { Viewer } from "#worker/identity/viewer.ts";
import type { Input, Output } from "#worker/lib/call.ts";
import { AppError } from "#worker/lib/errors.ts";
import { newId, newSecret } from "#worker/lib/ids.ts";
import { type Limits, refuseOver } from "#worker/lib/limits.ts";
import { limitOf } from "#worker/lib/limits-table.ts";
import { log } from "#worker/lib/log.ts";
import { announced, type Live } from "#worker/live/live.ts";
import { ordered } from "#worker/members/profile.ts";
import { checkBytes, checkSize, invalidPhoto, isPicture } from "./photo-checks.ts";
import type { PhotoFiles, PhotoVariants } from "./photo-files.ts";
import type { contract, OwnPhoto } from "./photos.contract.ts";
import type { PhotosStore } from "./photos.store.ts";
import { PHOTO_LIMIT } from "./photos.vocabulary.ts";

interface Deps {
  store: PhotosStore;
  pictures: Omit<PhotoFiles, "unfinished">;
  limits: Limits;
  live: Live;
}

/** Main photo first. */
export function ownPhotosOf({ photos, profile, account }: Viewer, ctx: Context): Output<typeof contract.addPhoto> {
  const own = ordered(photos, profile.mainPhoto).map(({ id, key, status }): OwnPhoto => {
    return { id, ...ctx.image(key, profile.id), status, main: key === profile.mainPhoto };
  });
  return { photos: own, photo_limit: account.paidUser ? PHOTO_LIMIT.premium : PHOTO_LIMIT.free };
}

export function createPhotos({ store, pictures, limits, live }: Deps) {
  const tell = (memberId: string) => live.tell(memberId, { events: [], changed: ["user"] });

  /** @throws invalid too_many_requests */
  async function madeOf(file: File, ctx: MemberContext): Promise<PhotoVariants> {
    checkBytes(file);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!isPicture(bytes)) throw invalidPhoto("not_a_picture");
    refuseOver(await limits.hit(...limitOf("photoUploads", { member: ctx.viewer.id }), ctx.now));
    checkSize(await readable(() => pictures.sizeOf(bytes)));
    return readable(() => pictures.make(bytes));
  }

  /** Removes the picture again when the row fails: no row means no later removal. */
  async function kept<T>(
    owner: string,
    { id, key, made }: { id: string; key: string; made: PhotoVariants },
    add: () => Promise<T>,
  ) {
    try {
      await pictures.keep(key, made, owner);
      return await add();
    } catch (error) {
      // When D1 does not answer, the upload note lets an erasure find the picture.
      if ((await store.ownerOf(id).catch(() => owner)) === null) await pictures.erase(key, owner).catch(() => {});
      throw error;
    }
  }

  async function forgetNote(key: string, owner: string): Promise<void> {
    await pictures.finish(key, owner).catch((error) => log("warn", "note of an upload stays", { error }));
  }

  return {
    /** Counts nothing. Skips the photo limit: a retried upload has used its place already. @throws too_many_requests */
    async mayAdd(ctx: MemberContext): Promise<void> {
      refuseOver(await limits.check(...limitOf("photoUploads", { member: ctx.viewer.id }), ctx.now));
    },

    /** Stores a re-encoded picture for inspection. @throws invalid too_many_requests */
    async addPhoto(ctx: MemberContext, { file }: Input<typeof contract.addPhoto>): Promise<Output<typeof contract.addPhoto>> {
      const { viewer, write } = ctx;
      const { photos, photo_limit: max } = ownPhotosOf(viewer, ctx);
      // Derived from the idempotency secret: a retry finds the photo whose response was lost.
      const [id, key] = write ? [write.secret.slice(0, 20), write.secret.slice(20)] : [newId(), newSecret(24)];
      if (photos.some((photo) => photo.id === id)) return ownPhotosOf(viewer, ctx);
      if (photos.filter(({ status }) => status !== "rejected").length >= max) throw invalidPhoto("photo_limit", { max });
      const made = await madeOf(file, ctx);
      const position = await kept(viewer.id, { id, key, made }, () =>
        announced(live, [viewer.id], () => store.add({ id, profileId: viewer.id, key, now: ctx.now }, max)),
      );
      await tell(viewer.id);
      if (position === null) {
        await pictures.erase(key, viewer.id);
        throw invalidPhoto("photo_limit", { max });
      }
      await forgetNote(key, viewer.id);
      viewer.photos.push({ id, key, position, status: "inspection", visibility: "public" });
      return ownPhotosOf(viewer, ctx);
    },

    /** @throws not_found conflict */
    async updatePhoto(
      ctx: MemberContext,
      { id }: Input<typeof contract.updatePhoto>,
    ): Promise<Output<typeof contract.updatePhoto>> {
      const { viewer } = ctx;
      if (!viewer.photos.some((photo) => photo.id === id)) throw new AppError("not_found");
      const key = await announced(live, [viewer.id], () => store.setMain(viewer.id, id));
      await tell(viewer.id);
      if (key === null) throw new AppError("conflict");
      viewer.profile.mainPhoto = key;
      return ownPhotosOf(viewer, ctx);
    },

    /** Removes the picture first, so that a failed request can be repeated. @throws not_found */
    async removePhoto(
      ctx: MemberContext,
      { id }: Input<typeof contract.removePhoto>,
    ): Promise<Output<typeof contract.removePhoto>> {
      const { viewer } = ctx;
      const photo = viewer.photos.find((one) => one.id === id);
      if (!photo) throw new AppError("not_found");
      await pictures.erase(photo.key, viewer.id);
      const mainPhoto = await announced(live, [viewer.id], () => store.remove(viewer.id, id));
      await tell(viewer.id);
      viewer.photos = viewer.photos.filter((one) => one !== photo);
      viewer.profile.mainPhoto = mainPhoto;
      return ownPhotosOf(viewer, ctx);
    },

    ...createInspection({ store, live }),
  };
}

/** Needs no bucket, so that a script can run it. */
export function createInspection({ store, live }: { store: PhotosStore; live: Pick<Live, "expect" | "tell"> }) {
  return {
    /** The first decision holds; false for a later one. @throws not_found */
    async decide(id: string, status: "active" | "rejected"): Promise<boolean> {
      const owner = await store.ownerOf(id);
      if (!owner) throw new AppError("not_found");
      const decided = await announced(live, [owner], () => store.decide(id, status));
      await live.tell(owner, { events: [], changed: ["user"] });
      return decided;
    },
  };
}

/** @throws invalid */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log("warn", "picture not readable", { reason: String(error).slice(0, 200) });
    throw invalidPhoto("not_a_picture");
  }
}
