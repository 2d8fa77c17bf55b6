const MARKER = { sequential: [0xc0, 0xc1], tables: 0xc4, end: 0xd9, scan: 0xda };
const RESTARTS = [0xd0, 0xd7] as const;
const SECTOR_BYTES = 512;

/** First symbol of each Huffman table, by class and number: its code is all zeros (ITU-T T.81, C.2). */
type Tables = Map<number, number>;

/** True for a JPEG without its end, or with a sector of zeros where its tables allow none. Decoders draw either. */
export function isBrokenJpeg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
  const tables: Tables = new Map();
  let sequential = false;
  let zerosAllowed = true;
  for (let at = bytes.indexOf(0xff, 2); at >= 0; ) {
    const { marker, isData, length, next: from } = markerAt(bytes, at);
    if (marker === MARKER.end) return false;
    const segment = bytes.subarray(at + 4, at + 2 + length);
    if (MARKER.sequential.includes(marker)) sequential = true;
    if (marker === MARKER.tables) readTables(segment, tables);
    if (marker === MARKER.scan) zerosAllowed = !sequential || mayRepeatZeros(segment, tables);
    else if (!isData) zerosAllowed = true;
    at = bytes.indexOf(0xff, from);
    if (zerosAllowed || at - from < SECTOR_BYTES) continue;
    const data = bytes.subarray(from, at);
    if (hasLostSector(bytes[at + 1] === MARKER.end ? withoutFilling(data) : data)) return true;
  }
  return true;
}

/** Some phones write other spectral selections into sequential files than the one allowed (ITU-T T.81, B.2.3). */
export function repairScans(bytes: Uint8Array): void {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return;
  let sequential = false;
  for (let at = bytes.indexOf(0xff, 2); at >= 0; ) {
    const { marker, length, next } = markerAt(bytes, at);
    if (marker === MARKER.end) return;
    if (isFrame(marker)) sequential = MARKER.sequential.includes(marker);
    const isWhole = length === 6 + 2 * (bytes[at + 4] ?? 0) && next <= bytes.length;
    if (marker === MARKER.scan && sequential && isWhole) bytes.set([0, 63, 0], next - 3);
    at = bytes.indexOf(0xff, next);
  }
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![MARKER.tables, 0xc8, 0xcc].includes(marker);
}

/** Segments are skipped: a small picture within one has an end of its own. */
function markerAt(bytes: Uint8Array, at: number) {
  const marker = bytes[at + 1] ?? 0;
  const isData = marker === 0 || (marker >= RESTARTS[0] && marker <= RESTARTS[1]);
  const length = isData || marker === 0x01 || marker === 0xd8 ? 0 : (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
  return { marker, isData, length, next: at + (marker === 0xff ? 1 : 2 + length) };
}

function readTables(segment: Uint8Array, tables: Tables): void {
  for (let at = 0; at + 17 < segment.length; ) {
    const symbols = segment.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
    tables.set(segment[at] ?? 0, segment[at + 17] ?? 0);
    at += 17 + symbols;
  }
}

/** Zeros mean plain blocks if the first symbols are "no change" and "end of block". Else each block drifts or is noise. */
function mayRepeatZeros(header: Uint8Array, tables: Tables): boolean {
  for (let n = 0; n < (header[0] ?? 0); n++) {
    const selector = header[2 + 2 * n] ?? 0;
    if (tables.get(selector >> 4) !== 0 || tables.get(0x10 | (selector & 15)) !== 0) return false;
  }
  return true;
}

/** Some cameras fill up what comes before the end. */
function withoutFilling(data: Uint8Array): Uint8Array {
  return data.subarray(0, data.findLastIndex((byte) => byte !== 0) + 1);
}

function hasLostSector(data: Uint8Array): boolean {
  for (let end = SECTOR_BYTES; end <= data.length; ) {
    let at = end - 1;
    while (at >= end - SECTOR_BYTES && data[at] === 0) at--;
    if (at < end - SECTOR_BYTES) return true;
    end = at + 1 + SECTOR_BYTES;
  }
  return false;
}
