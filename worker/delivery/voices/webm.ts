import { createFrames, opusChannels, type Recording, refuseUnless, textAt } from "./recording.ts";

/** Elements of RFC 9559 that a recorder writes and that matter here. */
const ID = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  number: 0xd7,
  type: 0x83,
  codec: 0x86,
  private: 0x63a2,
  encodings: 0x6d80,
  cluster: 0x1f43b675,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const;

/** Each of them has children, and one possible parent. */
const PARENTS = new Map<number, number | null>([
  [ID.header, null],
  [ID.segment, null],
  [ID.tracks, ID.segment],
  [ID.cluster, ID.segment],
  [ID.track, ID.tracks],
  [ID.group, ID.cluster],
]);

/** Any other element ends a cluster of unknown size: Timestamp, Position, PrevSize, blocks, Void, CRC-32. */
const IN_CLUSTER = new Set<number>([0xe7, 0xa7, 0xab, ID.simpleBlock, ID.group, 0xec, 0xbf]);

const AUDIO = 2;
/** The two bits of a block's flags for several frames in one block. */
const LACING = 0x06;

/** @throws NotARecording */
export function readWebm(bytes: Uint8Array): Recording {
  const { frames, add } = createFrames(bytes);
  const open: { id: number; end: number }[] = [];
  const track = { count: 0, number: 0, type: 0, codec: "", channels: 0 };
  let docType = "";
  for (let at = 0; at < bytes.length; ) {
    const [id, afterId] = readId(bytes, at);
    const [size, start] = readSize(bytes, afterId);
    while (open.length > 0 && at >= (open.at(-1)?.end ?? 0)) open.pop();
    if (open.at(-1)?.id === ID.cluster && open.at(-1)?.end === Infinity && !IN_CLUSTER.has(id)) open.pop();
    const parent = open.at(-1);
    const end = size === null ? Infinity : start + size;
    refuseUnless(size === null || end <= Math.min(bytes.length, parent?.end ?? Infinity), "element beyond its parent");
    if (PARENTS.has(id)) {
      refuseUnless(PARENTS.get(id) === (parent?.id ?? null), "element out of place");
      refuseUnless(size !== null || id === ID.segment || id === ID.cluster, "unknown size");
      if (id === ID.track) track.count++;
      open.push({ id, end });
      at = start;
      continue;
    }
    refuseUnless(size !== null, "unknown size");
    const body = bytes.subarray(start, end);
    if (parent?.id === ID.header && id === ID.docType) docType = textAt(body, 0, Math.min(body.length, 20));
    if (parent?.id === ID.track) readTrack(track, id, body);
    if (id === ID.simpleBlock || id === ID.block) {
      refuseUnless(parent?.id === (id === ID.block ? ID.group : ID.cluster), "block out of place");
      refuseUnless(track.count === 1 && body[0] === (0x80 | track.number), "block of another track");
      refuseUnless(body.length > 4 && ((body[3] ?? 0) & LACING) === 0, "laced block");
      add(body.subarray(4));
    }
    at = end;
  }
  refuseUnless(docType === "webm" || docType === "matroska", "doc type");
  refuseUnless(track.count === 1 && track.type === AUDIO && track.codec === "A_OPUS" && track.channels > 0, "not one opus track");
  return { codec: "opus", channels: track.channels, rate: 48_000, frames };
}

type Track = Record<"count" | "number" | "type" | "channels", number> & { codec: string };

function readTrack(track: Track, id: number, body: Uint8Array): void {
  refuseUnless(id !== ID.encodings, "encoded track");
  if (id === ID.number) track.number = body.length === 1 ? (body[0] ?? 0) : 0xff;
  if (id === ID.type) track.type = body.length === 1 ? (body[0] ?? 0) : 0;
  if (id === ID.codec) track.codec = textAt(body, 0, Math.min(body.length, 20));
  if (id === ID.private) track.channels = body.length >= 19 ? opusChannels(body[9] ?? 0, body[18] ?? 1) : 0;
}

function readId(bytes: Uint8Array, at: number): [id: number, after: number] {
  const length = Math.clz32(bytes[at] ?? 0) - 23;
  refuseUnless(length <= 4 && at + length <= bytes.length, "element id");
  let id = 0;
  for (let index = 0; index < length; index++) id = id * 256 + (bytes[at + index] ?? 0);
  return [id, at + length];
}

/** Null for an unknown size. */
function readSize(bytes: Uint8Array, at: number): [size: number | null, after: number] {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  refuseUnless(length <= 8 && at + length <= bytes.length, "element size");
  let size = first & (0xff >> length);
  let isUnknown = size === 0xff >> length;
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index] ?? 0;
    isUnknown &&= byte === 0xff;
    size = size * 256 + byte;
  }
  return [isUnknown ? null : size, at + length];
}
