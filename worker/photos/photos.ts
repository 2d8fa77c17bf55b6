import { PHOTO_REJECTIONS } from "#db/schema/attributes.ts";
import type { Context, MemberContext } from "#worker/context.ts";
import type { Viewer } from "#worker/identity/viewer.ts";
import type { Input, Output } from "#worker/lib/call.ts";
import { AppError, invalid } from "#worker/lib/errors.ts";
import { newId, newSecret } from "#worker/lib/ids.ts";
import { type Limits, refuseOver } from "#worker/lib/limits.ts";
import { limitOf } from "#worker/lib/limits-table.ts";
import { log } from "#worker/lib/log.ts";
import { announced, type Live } from "#worker/live/live.ts";
import { ordered } from "#worker/members/profile.ts";
import { checkBytes, checkSize, invalidPhoto, isPicture, notAPicture } from "./photo-checks.ts";
import type { PhotoFiles, PhotoVariants } from "./photo-files.ts";
import type { contract, OwnPhoto } from "./photos.contract.ts";
import type { Decision, Own, PhotosStore } from "./photos.store.ts";
import { PHOTO_LIMIT } from "./photos.vocabulary.ts";

interface Deps {
  store: PhotosStore;
  pictures: Omit<PhotoFiles, "unfinished">;
  limits: Limits;
  live: Live;
}

/** Main photo first. */
export function ownPhotosOf({ photos, profile, account }: Viewer, ctx: Context): Output<typeof contract.addPhoto> {
  const own = ordered(photos, profile.mainPhoto).map((photo): OwnPhoto => {
    return {
      id: photo.id,
      ...ctx.image(photo, profile.id),
      status: photo.status,
      rejected_for: photo.rejectedFor,
      checked: photo.checkedAt !== null,
      visibility: photo.visibility,
      main: photo.key === profile.mainPhoto,
      width: photo.width,
      height: photo.height,
      preview: photo.preview,
    };
  });
  return { photos: own, photo_limit: account.paidUser ? PHOTO_LIMIT.premium : PHOTO_LIMIT.free };
}

export function createPhotos({ store, pictures, limits, live }: Deps) {
  const tell = (memberId: string) => live.tell(memberId, { events: [], changed: ["user"] });

  /** @throws invalid too_large too_many_requests unsupported_media_type */
  async function madeOf(file: File, ctx: MemberContext): Promise<PhotoVariants> {
    checkBytes(file);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!isPicture(bytes)) throw notAPicture();
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

  async function changed(ctx: MemberContext, write: () => Promise<Own>): Promise<Output<typeof contract.updatePhoto>> {
    const { viewer } = ctx;
    const { photos, ...main } = await announced(live, [viewer.id], write);
    await tell(viewer.id);
    viewer.photos = photos;
    Object.assign(viewer.profile, main);
    return ownPhotosOf(viewer, ctx);
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
        announced(live, [viewer.id], () =>
          store.add({ id, profileId: viewer.id, key, ...made.size, preview: made.preview, now: ctx.now }, max),
        ),
      );
      await tell(viewer.id);
      if (position === null) {
        await pictures.erase(key, viewer.id);
        throw invalidPhoto("photo_limit", { max });
      }
      await forgetNote(key, viewer.id);
      const { size, preview } = made;
      const unseen = { status: "inspection", visibility: "public", rejectedFor: null, checkedAt: null } as const;
      viewer.photos.push({ id, key, position, ...unseen, ...size, preview });
      return ownPhotosOf(viewer, ctx);
    },

    /** Idempotent. @throws invalid not_found conflict */
    async updatePhoto(
      ctx: MemberContext,
      { id, main, visibility, order }: Input<typeof contract.updatePhoto>,
    ): Promise<Output<typeof contract.updatePhoto>> {
      const { viewer } = ctx;
      if (order) {
        const known = new Set(viewer.photos.map((photo) => photo.id));
        const alone = id === undefined && main === undefined && visibility === undefined;
        if (!alone || new Set(order).size !== order.length) throw invalid({ field: "order", code: "invalid_format" });
        if (order.some((one) => !known.has(one))) throw new AppError("not_found");
        return changed(ctx, () => store.order(viewer.id, order));
      }
      if (id === undefined) throw invalid({ field: "id", code: "required" });
      if (!viewer.photos.some((photo) => photo.id === id)) throw new AppError("not_found");
      if (visibility === "private") {
        if (!ctx.domain.features.private_photos) throw new AppError("forbidden");
        if (main) throw new AppError("conflict");
      }
      if (visibility) await changed(ctx, () => store.setVisibility(viewer.id, id, visibility));
      if (!main) return ownPhotosOf(viewer, ctx);
      await changed(ctx, () => store.setMain(viewer.id, id));
      if (viewer.photos.find((photo) => photo.id === id)?.key !== viewer.profile.mainPhoto) throw new AppError("conflict");
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
      return changed(ctx, () => store.remove(viewer.id, id));
    },

    ...createInspection({ store, live }),
  };
}

/** Needs no bucket, so that a script can run it. */
export function createInspection({ store, live }: { store: PhotosStore; live: Pick<Live, "expect" | "tell"> }) {
  return {
    reasons: PHOTO_REJECTIONS,

    /** The first decision holds; false for a later one. @throws not_found */
    async decide(id: string, decision: Decision, now: number): Promise<boolean> {
      const owner = await store.ownerOf(id);
      if (!owner) throw new AppError("not_found");
      const decided = await announced(live, [owner], () => store.decide(id, decision, now));
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
