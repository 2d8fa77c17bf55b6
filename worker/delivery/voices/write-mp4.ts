import { AAC_LC, AAC_RATES, AAC_SAMPLES, joined, type Recording } from "./recording.ts";

/** The unit matrix of ISO/IEC 14496-12, in fixed point. */
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const UNDETERMINED = 0x55c40000;

/** AAC in MP4: one track in one chunk. Its table stands in front, so a player can seek at once. */
export function writeMp4({ channels, rate, frames }: Omit<Recording, "codec">): Uint8Array {
  const length = frames.length * AAC_SAMPLES;
  const ftyp = box("ftyp", ascii("M4A "), u32(0), ascii("M4A mp42isom"));
  // ISO/IEC 14496-12: a rate beyond 16 bits is 0 here, and only its descriptor names it.
  const entry = box(
    "mp4a",
    ...[u32(0, 1, 0, 0), u16(channels, 16, 0, 0), u16(rate > 0xffff ? 0 : rate, 0), esds(rate, channels)],
  );
  const moov = (offset: number) => {
    const table = box(
      "stbl",
      ...[box("stsd", u32(0, 1), entry), box("stts", u32(0, 1, frames.length, AAC_SAMPLES))],
      ...[box("stsc", u32(0, 1, 1, frames.length, 1)), box("stsz", u32(0, 0, frames.length, ...frames.map((one) => one.length)))],
      box("stco", u32(0, 1, offset)),
    );
    const data = box("dinf", box("dref", u32(0, 1), box("url ", u32(1))));
    const media = box(
      "mdia",
      ...[
        box("mdhd", u32(0, 0, 0, rate, length, UNDETERMINED)),
        box("hdlr", u32(0, 0), ascii("soun"), u32(0, 0, 0), new Uint8Array(1)),
      ],
      box("minf", box("smhd", u32(0, 0)), data, table),
    );
    const tkhd = box("tkhd", u32(3, 0, 0, 1, 0, length, 0, 0, 0, 0x01000000, ...MATRIX, 0, 0));
    const mvhd = box("mvhd", u32(0, 0, 0, rate, length, 0x10000, 0x01000000, 0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, 2));
    return box("moov", mvhd, box("trak", tkhd, media));
  };
  const offset = ftyp.length + moov(0).length + 8;
  return joined(ftyp, moov(offset), box("mdat", ...frames));
}

/** Descriptors of ISO/IEC 14496-1. */
function esds(rate: number, channels: number): Uint8Array {
  const bits = (AAC_LC << 11) | (AAC_RATES.indexOf(rate) << 7) | (channels << 3);
  const config = [5, 2, bits >> 8, bits & 255];
  const decoder = [4, 13 + config.length, 0x40, 0x15, ...new Array(11).fill(0), ...config];
  return box("esds", u32(0), new Uint8Array([3, 3 + decoder.length + 3, 0, 1, 0, ...decoder, 6, 1, 2]));
}

function box(name: string, ...body: Uint8Array[]): Uint8Array {
  return joined(u32(8 + body.reduce((sum, part) => sum + part.length, 0)), ascii(name), ...body);
}

function u32(...values: number[]): Uint8Array {
  const body = new Uint8Array(values.length * 4);
  const view = new DataView(body.buffer);
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return body;
}

function u16(...values: number[]): Uint8Array {
  const body = new Uint8Array(values.length * 2);
  const view = new DataView(body.buffer);
  for (const [index, value] of values.entries()) view.setUint16(index * 2, value);
  return body;
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
