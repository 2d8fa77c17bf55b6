import { AppError, type FieldCode, type FieldError, invalid } from "#worker/platform/errors.ts";
import { PICTURE_LIMITS } from "./photos.vocabulary.ts";

export interface Size {
  width: number;
  height: number;
}

export function invalidPhoto(code: FieldCode, params?: FieldError["params"]) {
  return invalid({ field: "file", code, ...(params && { params }) });
}

export function notAPicture() {
  return new AppError("unsupported_media_type", { field: "file", fields: [{ field: "file", code: "not_a_picture" }] });
}

/** Runs before the file is decoded. @throws invalid too_large */
export function checkBytes(file: Blob): void {
  if (file.size === 0) throw invalidPhoto("required");
  const max = PICTURE_LIMITS.megabytes;
  if (file.size > max * 1024 * 1024)
    throw new AppError("too_large", { field: "file", fields: [{ field: "file", code: "picture_too_large", params: { max } }] });
}

/** Accepts either orientation: EXIF rotation is applied later. @throws invalid */
export function checkSize({ width, height }: Size): void {
  if (Math.min(width, height) < PICTURE_LIMITS.side) throw invalidPhoto("picture_too_small", { min: PICTURE_LIMITS.side });
  checkPixels({ width, height });
}

/** @throws invalid */
export function checkPixels({ width, height }: Size): void {
  if (width * height > PICTURE_LIMITS.megapixels * 1_000_000)
    throw invalidPhoto("picture_too_many_pixels", { max: PICTURE_LIMITS.megapixels });
}

/** Checks magic bytes: JPEG, PNG or WebP. A file's declared type proves nothing. */
export function isPicture(bytes: Uint8Array): boolean {
  const at = (offset: number, ...wanted: number[]) => wanted.every((byte, index) => bytes[offset + index] === byte);
  const jpeg = at(0, 0xff, 0xd8, 0xff);
  const png = at(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const webp = at(0, 0x52, 0x49, 0x46, 0x46) && at(8, 0x57, 0x45, 0x42, 0x50);
  return jpeg || png || webp;
}
