import { brotliDecompressSync } from "node:zlib";

/** Known-table numbers of the WOFF2 directory; 63 is followed by the tag itself. */
const KNOWN: Record<number, string> = { 0: "cmap", 26: "GDEF", 48: "gvar" };
const TRANSFORMED = new Set([10, 11]);
const STORES: Record<string, { at: number; bytes: 2 | 4 }> = {
  HVAR: { at: 4, bytes: 4 },
  MVAR: { at: 10, bytes: 2 },
  GDEF: { at: 14, bytes: 4 },
};

/** In bytes: Brotli makes 60 kB as large as a memory takes. */
const MOST_UNPACKED = 4_000_000;
const LAST_POINT = 0x10_ff_ff;
/** Values read of one font, far more than any has: its tables may name one place thousands of times. */
const MOST_READ = 500_000;

/**
 * Code points with glyphs in a WOFF2 file (https://www.w3.org/TR/WOFF2/; cmap formats 4 and 12).
 * @throws Error for what is no font, or reads as more than `MOST_READ`
 */
export function codePointsOf(file: Uint8Array): Set<number> {
  const cmap = tablesOf(file).get("cmap");
  if (!cmap) throw new Error("no cmap");
  const points = new Set<number>();
  const read = createCounter();
  for (const [first, last] of rangesOf(cmap)) {
    if (last > LAST_POINT) throw new Error("no code point");
    read(1 + Math.max(0, last - first));
    for (let point = first; point <= last; point++) points.add(point);
  }
  return points;
}

/** Of all axes, empty for a font that does not vary. Outside -1…1 (OpenType) Firefox drops all variations of the font. */
export function coordinatesOf(file: Uint8Array): number[] {
  const tables = tablesOf(file);
  const gvar = tables.get("gvar");
  const read = createCounter();
  const found = gvar ? tuples(gvar, read) : [];
  for (const [tag, { at, bytes }] of Object.entries(STORES)) {
    const table = tables.get(tag);
    // GDEF has a store since version 1.3.
    if (!table || (tag === "GDEF" && table.readUInt16BE(2) < 3)) continue;
    const offset = table.readUIntBE(at, bytes);
    if (offset > 0) found.push(...regions(table.subarray(offset), read));
  }
  return found;
}

type Counter = ReturnType<typeof createCounter>;

function createCounter() {
  let left = MOST_READ;
  return (count: number) => {
    left -= count;
    if (left < 0) throw new Error("too large");
  };
}

/** F2DOT14. */
function coordinates(table: Buffer, at: number, count: number, read: Counter): number[] {
  read(1 + count);
  return Array.from({ length: count }, (_, index) => table.readInt16BE(at + index * 2) / 2 ** 14);
}

function tuples(gvar: Buffer, read: Counter): number[] {
  const axes = gvar.readUInt16BE(4);
  const found = coordinates(gvar, gvar.readUInt32BE(8), gvar.readUInt16BE(6) * axes, read);
  const isLong = (gvar.readUInt16BE(14) & 1) === 1;
  const offset = (glyph: number) => (isLong ? gvar.readUInt32BE(20 + glyph * 4) : gvar.readUInt16BE(20 + glyph * 2) * 2);
  for (let glyph = 0; glyph < gvar.readUInt16BE(12); glyph++) {
    if (offset(glyph) === offset(glyph + 1)) continue;
    let at = gvar.readUInt32BE(16) + offset(glyph);
    const count = gvar.readUInt16BE(at) & 0x0f_ff;
    at += 4;
    for (let tuple = 0; tuple < count; tuple++) {
      const flags = gvar.readUInt16BE(at + 2);
      const values = ((flags & 0x80_00 ? 1 : 0) + (flags & 0x40_00 ? 2 : 0)) * axes;
      found.push(...coordinates(gvar, at + 4, values, read));
      at += 4 + values * 2;
    }
  }
  return found;
}

function regions(store: Buffer, read: Counter): number[] {
  const list = store.readUInt32BE(2);
  return coordinates(store, list + 4, store.readUInt16BE(list) * store.readUInt16BE(list + 2) * 3, read);
}

function tablesOf(bytes: Uint8Array): Map<string, Buffer> {
  const file = Buffer.from(bytes);
  if (file.toString("latin1", 0, 4) !== "wOF2") throw new Error("not a WOFF2 file");
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
  const places = new Map<string, [from: number, to: number]>();
  for (let index = 0; index < file.readUInt16BE(12); index++) {
    const flags = file.readUInt8(at++);
    const known = flags & 63;
    const tag = known === 63 ? file.toString("latin1", at, at + 4) : KNOWN[known];
    if (known === 63) at += 4;
    let length = number();
    // glyf and loca are transformed unless version is 3; other tables if version is not 0.
    const version = flags >> 6;
    if (TRANSFORMED.has(known) ? version !== 3 : version !== 0) length = number();
    if (tag) places.set(tag, [offset, offset + length]);
    offset += length;
  }
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)), { maxOutputLength: MOST_UNPACKED });
  return new Map([...places].map(([tag, place]) => [tag, data.subarray(...place)]));
}

/** Both ends belong to it; one that ends before it begins is empty. */
function* rangesOf(cmap: Buffer): Generator<[first: number, last: number]> {
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    const format = table.readUInt16BE(0);
    if (format === 4) yield* segmentsOf(table);
    if (format === 12) yield* groupsOf(table);
  }
}

function* segmentsOf(table: Buffer): Generator<[first: number, last: number]> {
  const segments = table.readUInt16BE(6) / 2;
  const ends = 14;
  const starts = ends + segments * 2 + 2;
  // The last segment is 0xffff, which is no letter.
  for (let index = 0; index < segments; index++)
    yield [table.readUInt16BE(starts + index * 2), Math.min(table.readUInt16BE(ends + index * 2), 0xff_fe)];
}

function* groupsOf(table: Buffer): Generator<[first: number, last: number]> {
  for (let index = 0; index < table.readUInt32BE(12); index++) {
    const at = 16 + index * 12;
    yield [table.readUInt32BE(at), table.readUInt32BE(at + 4)];
  }
}
