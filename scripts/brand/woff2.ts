import { brotliDecompressSync } from "node:zlib";

/** Known-table numbers of the WOFF2 directory up to `cmap`; other encodings are refused. */
const CMAP = 0;
const TRANSFORMED = new Set([10, 11]);

/** Code points with glyphs in a WOFF2 file (https://www.w3.org/TR/WOFF2/; cmap formats 4 and 12). */
export function codePointsOf(file: Uint8Array): Set<number> {
  const cmap = cmapOf(Buffer.from(file));
  const points = new Set<number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    const format = table.readUInt16BE(0);
    if (format === 4) addSegments(table, points);
    if (format === 12) addGroups(table, points);
  }
  return points;
}

function cmapOf(file: Buffer): Buffer {
  if (file.toString("latin1", 0, 4) !== "wOF2") throw new Error("not a WOFF2 file");
  const tables = file.readUInt16BE(12);
  let at = 48;
  const number = () => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let offset = 0;
  let found: [from: number, to: number] | null = null;
  for (let index = 0; index < tables; index++) {
    const flags = file.readUInt8(at++);
    const tag = flags & 63;
    if (tag === 63) at += 4;
    let length = number();
    // glyf and loca are transformed unless version is 3; other tables if version is not 0.
    const version = flags >> 6;
    if (TRANSFORMED.has(tag) ? version !== 3 : version !== 0) length = number();
    if (tag === CMAP) found = [offset, offset + length];
    offset += length;
  }
  if (!found) throw new Error("no cmap");
  return brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20))).subarray(...found);
}

function addSegments(table: Buffer, points: Set<number>): void {
  const segments = table.readUInt16BE(6) / 2;
  const ends = 14;
  const starts = ends + segments * 2 + 2;
  for (let index = 0; index < segments; index++) {
    const end = table.readUInt16BE(ends + index * 2);
    for (let point = table.readUInt16BE(starts + index * 2); point <= end && point < 0xff_ff; point++) points.add(point);
  }
}

function addGroups(table: Buffer, points: Set<number>): void {
  for (let index = 0; index < table.readUInt32BE(12); index++) {
    const at = 16 + index * 12;
    for (let point = table.readUInt32BE(at); point <= table.readUInt32BE(at + 4); point++) points.add(point);
  }
}
