import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Eight bits per channel, RGBA, deflate, no interlace. */
const FORMAT = [8, 6, 0, 0, 0];

/** PNG (ISO/IEC 15948) from RGBA bytes, row by row. `width` in pixels. */
export function encodePng(pixels: Uint8Array, width: number): Buffer {
  const height = pixels.length / 4 / width;
  const rows = new Uint8Array(height * (width * 4 + 1));
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set(FORMAT, 8);
  const data = deflateSync(rows);
  return Buffer.concat([new Uint8Array(SIGNATURE), chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", new Uint8Array(0))]);
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}
