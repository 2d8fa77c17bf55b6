import { PHOTO_LIMIT } from "#worker/discovery/photos/photos.vocabulary.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newSecret } from "#worker/platform/ids.ts";
import type { Comparison } from "./comparison.ts";
import type { PhotoFiles } from "./photo-files.ts";
import type { PhotosStore } from "./photos.store.ts";
import type { PictureMaker } from "./picture-maker.ts";

interface Deps {
  store: Pick<PhotosStore, "ownerOf" | "addressee" | "add" | "setVisibility" | "decide">;
  pictures: Pick<PhotoFiles, "keep" | "erase" | "finish">;
  makePicture: PictureMaker;
  compare: Comparison;
  poolOf(domainId: string): Promise<string | null>;
}

export interface BroughtPicture {
  owner: string;
  id: string;
  file: File;
  isPrivate: boolean;
  /** No moderator sees it first. */
  approved: boolean;
}

export type BringPhoto = ReturnType<typeof createPhotoImport>;

const NO_LIMIT = async () => ({ allowed: true, retryAfterMs: 0 });

/** A photo of a member brought from another system. The pipeline is that of an upload, without limits or mail. */
export function createPhotoImport({ store, pictures, makePicture, compare, poolOf }: Deps) {
  /** Null once the photo is there, else the reason. A repeated id changes nothing. */
  return async function bringPhoto(
    { owner, id, file, isPrivate, approved }: BroughtPicture,
    now: number,
  ): Promise<string | null> {
    if ((await store.ownerOf(id)) !== null) return null;
    const member = await store.addressee(owner);
    const pool = member && (await poolOf(member.domainId));
    if (!pool) return "not_found";
    const key = newSecret(24);
    try {
      const made = await makePicture(file, NO_LIMIT);
      const { size, preview, hash } = made;
      await pictures.keep(key, made, owner);
      const position = await store.add({ id, profileId: owner, key, ...size, preview, hash, now }, PHOTO_LIMIT.premium);
      if (position === null) {
        await pictures.erase(key, owner);
        return "photo_limit";
      }
      await pictures.finish(key, owner);
      if (hash) await compare(id, pool, hash);
      if (isPrivate) await store.setVisibility(owner, id, "private");
      if (approved) await store.decide(id, "active", now, null);
      return null;
    } catch (error) {
      if (error instanceof AppError) return error.fields?.[0]?.code ?? error.code;
      throw error;
    }
  };
}
