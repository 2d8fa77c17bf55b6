import { crc32 } from "node:zlib";

export interface Entry {
  name: string;
  bytes: Uint8Array;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** ZIP version 2.0, UTF-8 names, no compression: pictures are compressed already. */
const COMMON = [20, 0x0800, 0] as const;

/** Streams a ZIP (APPNOTE 6.3). @throws RangeError above 65,535 files or 4 GiB, which need ZIP64 */
export async function* zip(entries: AsyncIterable<Entry>, time: number): AsyncGenerator<Uint8Array> {
  const [clock, date] = dosTime(new Date(time));
  const directory: Uint8Array[] = [];
  let offset = 0;
  for await (const { name, bytes } of entries) {
    const path = new TextEncoder().encode(name);
    const said = [
      ...COMMON.map(two),
      two(clock),
      two(date),
      four(crc32(bytes)),
      four(bytes.length),
      four(bytes.length),
      two(path.length),
      two(0),
    ];
    const header = join([four(LOCAL), ...said, path]);
    // No comment, disk number or attributes.
    directory.push(join([four(CENTRAL), two(20), ...said, two(0), two(0), two(0), four(0), four(offset), path]));
    yield header;
    yield bytes;
    offset += header.length + bytes.length;
    if (offset > 0xffffffff || directory.length > 0xffff) throw new RangeError("too much for one archive");
  }
  const listing = join(directory);
  yield listing;
  const count = two(directory.length);
  yield join([four(END), two(0), two(0), count, count, four(listing.length), four(offset), two(0)]);
}

function two(value: number): Uint8Array {
  return new Uint8Array([value & 255, value >>> 8]);
}

function four(value: number): Uint8Array {
  return new Uint8Array([value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24]);
}

function join(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** MS-DOS time and date: UTC, two-second resolution. */
function dosTime(at: Date): [number, number] {
  const clock = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return [clock, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()];
}
