/** Opus, 20 ms, one channel, silent; RFC 6716. */
export const SILENCE = new Uint8Array([0xf8, 0xff, 0xfe]);
export const OPUS_HEAD = [...ascii("OpusHead"), 1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0];

export function opusFrames(seconds: number, frame = SILENCE): Uint8Array[] {
  return Array.from({ length: Math.round(seconds * 50) }, () => frame);
}

type Bytes = Uint8Array | readonly number[];

export function bytesOf(...parts: Bytes[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

/** Big-endian. */
export function number(value: number, width: number): number[] {
  return Array.from({ length: width }, (_, index) => Math.floor(value / 256 ** (width - 1 - index)) % 256);
}

/** An element of EBML; `size` in place of the true one, null for an unknown one. */
export function element(id: number, body: Bytes, size: number | null = body.length): Uint8Array {
  const width = id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1;
  const length = size === null ? [1, 255, 255, 255, 255, 255, 255, 255] : [1, ...number(size, 7)];
  return bytesOf(number(id, width), length, body);
}

export const EBML = element(0x1a45dfa3, element(0x4282, ascii("webm")));

export interface WebmTrack {
  number?: number;
  type?: number;
  codec?: string;
  head?: readonly number[];
  more?: Bytes;
}

export function webmTrack({
  number: id = 1,
  type = 2,
  codec = "A_OPUS",
  head = OPUS_HEAD,
  more = [],
}: WebmTrack = {}): Uint8Array {
  return element(
    0xae,
    bytesOf(element(0xd7, [id]), element(0x83, [type]), element(0x86, ascii(codec)), element(0x63a2, head), more),
  );
}

export function block(frame: Bytes, { track = 1, flags = 0x80 } = {}): Uint8Array {
  return element(0xa3, [0x80 | track, 0, 0, flags, ...frame]);
}

export function cluster(blocks: Uint8Array[], size?: number | null): Uint8Array {
  return element(0x1f43b675, bytesOf(element(0xe7, [0]), ...blocks), size);
}

/** As a browser's recorder writes it: sizes of the segment and of clusters are unknown. */
export function webm(tracks: Uint8Array[], clusters: Uint8Array[], size: number | null = null): Uint8Array {
  return bytesOf(EBML, element(0x18538067, bytesOf(element(0x1654ae6b, bytesOf(...tracks)), ...clusters), size));
}

/** A page of Ogg; its checksum is not read. */
export function page(packets: Uint8Array[], { serial = 7, flags = 0, lengths = packets.flatMap(lacing) } = {}): Uint8Array {
  return bytesOf(ascii("OggS"), [0, flags], number(0, 8), number(serial, 4), number(0, 8), [lengths.length], lengths, ...packets);
}

function lacing({ length }: Uint8Array): number[] {
  return [...Array.from({ length: Math.floor(length / 255) }, () => 255), length % 255];
}

export const OGG_HEAD = [page([new Uint8Array(OPUS_HEAD)], { flags: 2 }), page([bytesOf(ascii("OpusTags"), number(0, 8))])];

/** A box of MP4; `size` in place of the true one. */
export function box(name: string, body: Bytes, size = body.length + 8): Uint8Array {
  return bytesOf(number(size, 4), ascii(name), body);
}

export const full = (name: string, ...fields: number[]) => box(name, bytesOf(...fields.map((field) => number(field, 4))));

const OPUS_ENTRY = box(
  "Opus",
  bytesOf(
    number(0, 16),
    number(1, 2),
    number(16, 2),
    number(0, 4),
    number(0xbb800000, 4),
    box("dOps", [0, 1, 1, 56, 0, 0, 187, 128, 0, 0, 0]),
  ),
);

export interface Mp4Parts {
  handler?: string;
  entry?: Uint8Array;
  table?: Uint8Array[];
  moreTracks?: Uint8Array[];
  mvex?: Uint8Array[];
  rest?: Uint8Array[];
}

export function mp4({
  handler = "soun",
  entry = OPUS_ENTRY,
  table = [],
  moreTracks = [],
  mvex = [],
  rest = [],
}: Mp4Parts): Uint8Array {
  const stsd = box("stsd", bytesOf(number(0, 4), number(1, 4), entry));
  const minf = box("minf", box("stbl", bytesOf(stsd, ...table)));
  const hdlr = box("hdlr", bytesOf(number(0, 8), ascii(handler), number(0, 12)));
  const tkhd = full("tkhd", 3, 0, 0, 1, 0);
  const trak = box("trak", bytesOf(tkhd, box("mdia", bytesOf(hdlr, minf))));
  return bytesOf(box("ftyp", ascii("isom")), box("moov", bytesOf(trak, ...moreTracks, ...mvex)), ...rest);
}

/** A recording with a tag, as an upload of a test. */
export function spokenFile(seconds = 2): File {
  const tags = element(0x1254c367, ascii("Home address"));
  const blocks = opusFrames(seconds).map((frame) => block(frame));
  return new File([webm([webmTrack()], [cluster(blocks, null), tags]) as Uint8Array<ArrayBuffer>], "voice");
}
