import { crc32 } from "node:zlib";
import { expect } from "vitest";

/** Reads the central directory (APPNOTE 4.3). */
export function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const files = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const [size, path, start] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true), view.getUint32(at + 42, true)];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + path));
    const content = bytes.subarray(start + 30 + path, start + 30 + path + size);
    expect(view.getUint32(start, true)).toBe(0x04034b50);
    expect(crc32(content), name).toBe(view.getUint32(at + 16, true));
    files.set(name, content);
    at += 46 + path;
  }
  expect(at).toBe(end);
  return files;
}
