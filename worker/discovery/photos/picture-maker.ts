import { isBrokenJpeg, repairScans } from "#worker/discovery/photos/jpeg.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { log } from "#worker/platform/log.ts";
import { checkBytes, checkSize, invalidPhoto, isPicture, notAPicture } from "./photo-checks.ts";
import type { PhotoFiles, PhotoVariants } from "./photo-files.ts";

export type PictureMaker = ReturnType<typeof createPictureMaker>;

/** Checks an upload and re-encodes it. `count` runs before the file is decoded. */
export function createPictureMaker(pictures: Pick<PhotoFiles, "sizeOf" | "make">) {
  return async function makePicture(file: File, count: () => ReturnType<Limits["hit"]>): Promise<PhotoVariants> {
    checkBytes(file);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!isPicture(bytes)) throw notAPicture();
    refuseOver(await count());
    if (isBrokenJpeg(bytes)) throw invalidPhoto("not_a_picture");
    repairScans(bytes);
    checkSize(await readable(() => pictures.sizeOf(bytes)));
    return readable(() => pictures.make(bytes));
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
