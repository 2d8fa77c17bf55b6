import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A phone photo of 640 × 480: upper half red, lower blue, EXIF orientation 6, with location and owner. `size` fakes the
 * size in its header.
 */
export function phonePhoto(size?: { width: number; height: number }): File {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, "phone.jpg")));
  if (size) {
    const at = startOfFrame(bytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    view.setUint16(at + 5, size.height);
    view.setUint16(at + 7, size.width);
  }
  return new File([bytes], "IMG_0001.jpg", { type: "image/jpeg" });
}

/** Offset of the JPEG size (marker SOF0, ITU-T T.81 section B.2.2). */
function startOfFrame(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let at = 2;
  while (view.getUint16(at) !== 0xffc0) at += 2 + view.getUint16(at + 2);
  return at;
}

/** Segment of a JPEG with its length (ITU-T T.81, B.1.1.4). */
export function segment(marker: number, content: readonly number[]): number[] {
  return [0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content];
}

/** A grey JPEG with zeros in its data. Codes of zeros mean `dc` and `ac`. */
export function greyJpeg(
  { dc, ac, frame = 0xc0 }: { dc: number; ac: number; frame?: number },
  zeros: number,
): Uint8Array<ArrayBuffer> {
  const table = (id: number, symbol: number) => [id, 1, 1, ...new Uint8Array(14), symbol, 5];
  const header = [...segment(frame, [8, 2, 0, 2, 0, 1, 1, 0x11, 0]), ...segment(0xc4, [...table(0, dc), ...table(0x10, ac)])];
  const data = [1, 0xff, 0, ...new Uint8Array(zeros), 0xff, 0xd0, 1];
  return new Uint8Array([0xff, 0xd8, ...header, ...segment(0xda, [1, 1, 0, 0, 63, 0]), ...data, 0xff, 0xd9]);
}

/** Chunk names and size of a WebP (RFC 9649). */
export function readWebp(bytes: Uint8Array): { chunks: string[]; width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (name(0) !== "RIFF" || name(8) !== "WEBP") throw new Error("no WebP");
  const chunks: string[] = [];
  let size = { width: 0, height: 0 };
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const chunk = name(at);
    chunks.push(chunk);
    if (chunk === "VP8 ")
      size = { width: view.getUint16(at + 14, true) & 0x3fff, height: view.getUint16(at + 16, true) & 0x3fff };
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  return { chunks, ...size };
}
