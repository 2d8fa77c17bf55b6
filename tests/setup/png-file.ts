import { Buffer } from "node:buffer";
import { pngOf } from "#worker/sites/pwa/icon.ts";

/** A PNG of one colour (RGBA). */
export function pngFile(
  width: number,
  height: number,
  colour: readonly number[] = [20, 120, 80, 255],
  name = "picture.png",
): File {
  return new File([pngOf(Buffer.alloc(width * height * 4, Buffer.from(colour)), width, height) as Uint8Array<ArrayBuffer>], name);
}
