import { joined, type Recording } from "./recording.ts";

/** RFC 7845 section 4.2: what libopus needs before its first sample, at 48,000 hertz. */
const PRE_SKIP = 312;
const RATE = 48_000;
/** In ns: RFC 9559 names both for Opus. */
const CODEC_DELAY = Math.round((PRE_SKIP / RATE) * 1e9);
const SEEK_PRE_ROLL = 80_000_000;
/** In ms: a player finds the beginning of a cluster. */
const CLUSTER = 5_000;

/** Opus in WebM (RFC 9559) with a length and an index. `times` are in ms. */
export function writeWebm({ channels, frames }: Pick<Recording, "channels" | "frames">, times: number[]): Uint8Array {
  const clusters: { at: number; blocks: Uint8Array[] }[] = [];
  let at = 0;
  for (const [index, frame] of frames.entries()) {
    let current = clusters.at(-1);
    if (!current || at - current.at >= CLUSTER) clusters.push((current = { at: Math.round(at), blocks: [] }));
    const since = Math.round(at) - current.at;
    current.blocks.push(element(0xa3, bytes(0x81, since >> 8, since & 255, 0x80), frame));
    at += times[index] ?? 0;
  }
  const info = element(
    0x1549a966,
    ...[uint(0x2ad7b1, 1_000_000), float(0x4489, at), text(0x4d80, "liaison"), text(0x5741, "liaison")],
  );
  const audio = element(0xe1, float(0xb5, RATE), uint(0x9f, channels));
  const track = element(
    0xae,
    ...[uint(0xd7, 1), uint(0x73c5, 1), uint(0x83, 2), uint(0x9c, 0), text(0x86, "A_OPUS")],
    ...[element(0x63a2, opusHead(channels)), uint(0x56aa, CODEC_DELAY), uint(0x56bb, SEEK_PRE_ROLL), audio],
  );
  const tracks = element(0x1654ae6b, track);
  const written = clusters.map((one) => element(0x1f43b675, uint(0xe7, one.at), ...one.blocks));
  // Each number has four bytes, so that the index is as long as one with zeros.
  const index = (positions: number[]) =>
    element(
      0x1c53bb6b,
      ...clusters.map((one, place) =>
        element(0xbb, uint(0xb3, one.at), element(0xb7, uint(0xf7, 1), uint(0xf1, positions[place] ?? 0))),
      ),
    );
  let position = info.length + tracks.length + index([]).length;
  const positions = written.map((cluster) => {
    position += cluster.length;
    return position - cluster.length;
  });
  const head = [uint(0x4286, 1), uint(0x42f7, 1), uint(0x42f2, 4), uint(0x42f3, 8), text(0x4282, "webm"), uint(0x4287, 4)];
  return joined(element(0x1a45dfa3, ...head, uint(0x4285, 2)), element(0x18538067, info, tracks, index(positions), ...written));
}

/** Without the gain of the upload, which could be far too loud. */
function opusHead(channels: number): Uint8Array {
  const head = new Uint8Array(19);
  const view = new DataView(head.buffer);
  head.set(new TextEncoder().encode("OpusHead"));
  head.set([1, channels], 8);
  view.setUint16(10, PRE_SKIP, true);
  view.setUint32(12, RATE, true);
  return head;
}

/** The size has four bytes. */
function element(id: number, ...body: Uint8Array[]): Uint8Array {
  const width = id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1;
  const head = new Uint8Array(width + 4);
  const view = new DataView(head.buffer);
  for (let index = 0; index < width; index++) head[index] = (id >>> (8 * (width - 1 - index))) & 255;
  view.setUint32(width, 0x10000000 + body.reduce((sum, part) => sum + part.length, 0));
  return joined(head, ...body);
}

function uint(id: number, value: number): Uint8Array {
  const body = new Uint8Array(4);
  new DataView(body.buffer).setUint32(0, value);
  return element(id, body);
}

function float(id: number, value: number): Uint8Array {
  const body = new Uint8Array(8);
  new DataView(body.buffer).setFloat64(0, value);
  return element(id, body);
}

function text(id: number, value: string): Uint8Array {
  return element(id, new TextEncoder().encode(value));
}

function bytes(...values: number[]): Uint8Array {
  return new Uint8Array(values);
}
