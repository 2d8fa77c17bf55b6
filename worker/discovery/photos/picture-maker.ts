import { isBrokenJpeg, repairScans } from "#worker/discovery/photos/jpeg.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { log } from "#worker/platform/log.ts";
import { checkBytes, checkPixels, checkSize, invalidPhoto, isPicture, notAPicture } from "./photo-checks.ts";
import type { PhotoFiles, PhotoVariants } from "./photo-files.ts";
import type { PhotoHash } from "./photo-hash.vocabulary.ts";

export type PictureMaker = ReturnType<typeof createPictureMaker>;

/** Checks an upload and re-encodes it. `count` runs before the file is decoded. */
export function createPictureMaker(
  pictures: Pick<PhotoFiles, "sizeOf" | "make">,
  isBlocked: (hash: PhotoHash) => Promise<boolean> = async () => false,
) {
  return async function makePicture(file: File, count: () => ReturnType<Limits["hit"]>): Promise<PhotoVariants> {
    checkBytes(file);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!isPicture(bytes)) throw notAPicture();
    refuseOver(await count());
    if (isBrokenJpeg(bytes)) throw invalidPhoto("not_a_picture");
    repairScans(bytes);
    checkSize(await readable(() => pictures.sizeOf(bytes)));
    const made = await readable(() => pictures.make(bytes));
    // Removed after a notice: nobody uploads it again.
    if (made.hash && (await isBlocked(made.hash))) throw invalidPhoto("picture_blocked");
    return made;
  };
}

export type PictureReader = ReturnType<typeof createPictureReader>;

/** The hash of an upload of any size, which is not kept; null where it cannot be compared. */
export function createPictureReader(pictures: Pick<PhotoFiles, "sizeOf" | "make">) {
  return async function readPicture(file: File, count: () => ReturnType<Limits["hit"]>): Promise<PhotoHash | null> {
    checkBytes(file);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!isPicture(bytes)) throw notAPicture();
    refuseOver(await count());
    if (isBrokenJpeg(bytes)) throw invalidPhoto("not_a_picture");
    repairScans(bytes);
    checkPixels(await readable(() => pictures.sizeOf(bytes)));
    return (await readable(() => pictures.make(bytes))).hash;
  };
}

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log("warn", "picture not readable", { reason: String(error).slice(0, 200) });
    throw invalidPhoto("not_a_picture");
  }
}
