import { AAC_LC, AAC_RATES, createFrames, opusChannels, type Recording, refuseUnless, textAt } from "./recording.ts";

/** A box of ISO/IEC 14496-12: its contents, and where it begins in the file. */
interface Box {
  name: string;
  at: number;
  body: Uint8Array;
  view: DataView;
}

/** In one parent: the fragments of a minute are far fewer. */
const MOST_BOXES = 1_000;

type Frames = ReturnType<typeof createFrames>;

/** Whole or in fragments, as recorders write it. @throws NotARecording */
export function readMp4(bytes: Uint8Array): Recording {
  const frames = createFrames(bytes);
  const top = boxesOf(bytes, 0);
  refuseUnless(top[0]?.name === "ftyp", "file type");
  const moov = only(top, "moov");
  const parts = boxesIn(moov);
  const track = boxesIn(only(parts, "trak"));
  const media = boxesIn(only(track, "mdia"));
  refuseUnless(textAt(only(media, "hdlr").body, 8, 4) === "soun", "not an audio track");
  const table = boxesIn(only(boxesIn(only(media, "minf")), "stbl"));
  const format = formatOf(only(table, "stsd"));
  readTable(table, bytes, frames);
  const mvex = parts.find(({ name }) => name === "mvex");
  const trex = mvex && only(boxesIn(mvex), "trex");
  const size = trex ? u32(trex, 16) : 0;
  for (const moof of top.filter(({ name }) => name === "moof"))
    readFragment(moof, { track: idOf(only(track, "tkhd")), size }, bytes, frames);
  return { ...format, frames: frames.frames };
}

function readTable(table: Box[], bytes: Uint8Array, { expect, add }: Frames): void {
  const sizes = only(table, "stsz");
  const [each, count] = [u32(sizes, 4), u32(sizes, 8)];
  if (count === 0) return;
  expect(count);
  const runs = only(table, "stsc");
  const long = table.find(({ name }) => name === "co64");
  const chunks = long ?? only(table, "stco");
  const chunkAt = (index: number) => (long ? u64(chunks, 8 + index * 8) : u32(chunks, 8 + index * 4));
  let [sample, run] = [0, 0];
  for (let chunk = 0; sample < count; chunk++) {
    refuseUnless(chunk < u32(chunks, 4), "frames without a chunk");
    if (run + 1 < u32(runs, 4) && u32(runs, 8 + (run + 1) * 12) <= chunk + 1) run++;
    let at = chunkAt(chunk);
    const perChunk = u32(runs, 12 + run * 12);
    refuseUnless(perChunk > 0, "empty chunk");
    for (let index = 0; index < perChunk && sample < count; index++, sample++) {
      const size = each || u32(sizes, 12 + sample * 4);
      add(within(bytes, at, size));
      at += size;
    }
  }
}

function readFragment(moof: Box, usual: { track: number; size: number }, bytes: Uint8Array, { expect, add }: Frames): void {
  for (const traf of boxesIn(moof).filter(({ name }) => name === "traf")) {
    const parts = boxesIn(traf);
    const head = only(parts, "tfhd");
    refuseUnless(u32(head, 4) === usual.track, "fragment of another track");
    const flags = u32(head, 0) & 0xffffff;
    let field = 8;
    const next = (flag: number, width: number) => {
      if ((flags & flag) === 0) return null;
      const value = width === 8 ? u64(head, field) : u32(head, field);
      field += width;
      return value;
    };
    const base = next(0x1, 8) ?? moof.at;
    next(0x2, 4);
    next(0x8, 4);
    const size = next(0x10, 4) ?? usual.size;
    let at = base;
    for (const run of parts.filter(({ name }) => name === "trun")) at = readRun(run, { base, at, size }, bytes, { expect, add });
  }
}

function readRun(
  run: Box,
  from: { base: number; at: number; size: number },
  bytes: Uint8Array,
  { expect, add }: Pick<Frames, "expect" | "add">,
): number {
  const flags = u32(run, 0) & 0xffffff;
  const count = u32(run, 4);
  expect(count);
  let field = 8;
  let { at } = from;
  if (flags & 0x1) {
    at = from.base + (u32(run, field) | 0);
    field += 4;
  }
  if (flags & 0x4) field += 4;
  for (let index = 0; index < count; index++) {
    if (flags & 0x100) field += 4;
    const size = flags & 0x200 ? u32(run, field) : from.size;
    if (flags & 0x200) field += 4;
    if (flags & 0x400) field += 4;
    if (flags & 0x800) field += 4;
    add(within(bytes, at, size));
    at += size;
  }
  return at;
}

/** Of `tkhd`, whose version 1 has longer times. */
function idOf(head: Box): number {
  return u32(head, u8(head, 0) === 1 ? 20 : 12);
}

/** Of `stsd`: one entry, in the layout without QuickTime's additions. */
function formatOf(stsd: Box): Omit<Recording, "frames"> {
  const entries = boxesOf(stsd.body.subarray(8), stsd.at);
  const [entry] = entries;
  refuseUnless(entry && entries.length === 1 && u16(entry, 8) === 0, "sample entry");
  const inside = boxesOf(entry.body.subarray(28), entry.at);
  if (entry.name === "Opus") {
    const config = only(inside, "dOps");
    return { codec: "opus", channels: opusChannels(u8(config, 1), u8(config, 10)), rate: 48_000 };
  }
  refuseUnless(entry.name === "mp4a", "codec");
  return aacOf(only(inside, "esds"));
}

/** ISO/IEC 14496-1 descriptors: the stream, its decoder, and the decoder's configuration. */
function aacOf(esds: Box): Omit<Recording, "frames"> {
  let at = 4;
  const descriptor = (tag: number) => {
    refuseUnless(u8(esds, at++) === tag, "descriptor");
    let length = 0;
    for (let more = true, read = 0; more; read++) {
      refuseUnless(read < 4, "descriptor");
      const byte = u8(esds, at++);
      length = length * 128 + (byte & 0x7f);
      more = byte >= 0x80;
    }
    return length;
  };
  descriptor(3);
  refuseUnless(u8(esds, at + 2) >> 5 === 0, "descriptor");
  at += 3;
  descriptor(4);
  refuseUnless(u8(esds, at) === 0x40, "codec");
  at += 13;
  refuseUnless(descriptor(5) >= 2, "descriptor");
  const config = u16(esds, at);
  const [kind, rate, channels] = [config >> 11, AAC_RATES[(config >> 7) & 15], (config >> 3) & 15];
  // The lowest bits ask for frames of 960 samples, another core or an extension.
  refuseUnless(kind === AAC_LC && rate && (channels === 1 || channels === 2) && (config & 7) === 0, "AAC profile");
  return { codec: "aac", channels, rate };
}

function boxesIn({ body, at }: Box): Box[] {
  return boxesOf(body, at);
}

/** Every box ends within its parent, and the last one at its end. */
function boxesOf(bytes: Uint8Array, offset: number): Box[] {
  const boxes: Box[] = [];
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.length; ) {
    refuseUnless(boxes.length < MOST_BOXES, "too many boxes");
    refuseUnless(at + 8 <= bytes.length, "box beyond its parent");
    const stated = view.getUint32(at);
    const isLong = stated === 1;
    refuseUnless(!isLong || at + 16 <= bytes.length, "box beyond its parent");
    const size = isLong ? Number(view.getBigUint64(at + 8)) : stated === 0 ? bytes.length - at : stated;
    const head = isLong ? 16 : 8;
    refuseUnless(size >= head && at + size <= bytes.length, "box beyond its parent");
    const body = bytes.subarray(at + head, at + size);
    boxes.push({ name: textAt(bytes, at + 4, 4), at: offset + at, body, view: viewOf(body) });
    at += size;
  }
  return boxes;
}

function only(boxes: Box[], wanted: string): Box {
  const [found, second] = boxes.filter(({ name }) => name === wanted);
  refuseUnless(found && !second, `not one ${wanted}`);
  return found;
}

function within(bytes: Uint8Array, at: number, size: number): Uint8Array {
  refuseUnless(at >= 0 && at + size <= bytes.length, "frame beyond the file");
  return bytes.subarray(at, at + size);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function field({ body }: Box, at: number, width: number): void {
  refuseUnless(at >= 0 && at + width <= body.length, "field beyond its box");
}

function u8(box: Box, at: number): number {
  field(box, at, 1);
  return box.view.getUint8(at);
}

function u16(box: Box, at: number): number {
  field(box, at, 2);
  return box.view.getUint16(at);
}

function u32(box: Box, at: number): number {
  field(box, at, 4);
  return box.view.getUint32(at);
}

function u64(box: Box, at: number): number {
  field(box, at, 8);
  return Number(box.view.getBigUint64(at));
}
