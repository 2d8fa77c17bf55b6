import { brotliCompressSync } from "node:zlib";

const TAGS = { cmap: 0, gvar: 48 } as const;
/** F2DOT14. */
const half = (value: number) => Math.round(value * 2 ** 14);

function bytesOf(...numbers: [size: 1 | 2 | 4, value: number][]): Buffer {
  return Buffer.concat(
    numbers.map(([size, value]) => {
      const part = Buffer.alloc(size);
      if (value < 0) part.writeIntBE(value, 0, size);
      else part.writeUIntBE(value, 0, size);
      return part;
    }),
  );
}

/** A WOFF2 file with glyphs for these code points; a glyph varies where the coordinates of a variation are given. */
export function fontOf(
  [first, last]: [first: number, last: number],
  varies?: [start: number, peak: number, end: number],
): Buffer {
  const cmap = cmapOf([[first, last]]);
  return woff2(varies ? { cmap, gvar: gvarOf(...varies) } : { cmap });
}

export function cmapOf(groups: readonly [first: number, last: number][]): Buffer {
  const header = bytesOf([2, 0], [2, 1], [2, 3], [2, 10], [4, 12], [2, 12], [2, 0], [4, 16 + groups.length * 12], [4, 0]);
  const count = bytesOf([4, groups.length]);
  return Buffer.concat([header, count, ...groups.map(([first, last]) => bytesOf([4, first], [4, last], [4, 1]))]);
}

/** One axis, one glyph, one tuple. */
function gvarOf(start: number, peak: number, end: number): Buffer {
  const glyph = bytesOf([2, 1], [2, 14], [2, 0], [2, 0xc0_00], [2, half(peak)], [2, half(start)], [2, half(end)]);
  const header = bytesOf([2, 1], [2, 0], [2, 1], [2, 0], [4, 24], [2, 1], [2, 0], [4, 24], [2, 0], [2, glyph.length / 2]);
  return Buffer.concat([header, glyph]);
}

/** A table of less than 128 bytes keeps its length. */
export function woff2(tables: Partial<Record<keyof typeof TAGS, Buffer>>): Buffer {
  const directory = Object.entries(tables).map(([tag, table]) =>
    Buffer.from([TAGS[tag as keyof typeof TAGS], table.length & 127]),
  );
  const data = brotliCompressSync(Buffer.concat(Object.values(tables)));
  const header = Buffer.alloc(48);
  header.write("wOF2", "latin1");
  header.writeUInt16BE(directory.length, 12);
  header.writeUInt32BE(data.length, 20);
  return Buffer.concat([header, ...directory, data]);
}
