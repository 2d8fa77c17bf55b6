/** Grey values of a picture, 0 to 255, row by row. */
export interface Grey {
  width: number;
  height: number;
  values: Uint8Array;
}

/** Bytes a pixel by colour type, eight bits a sample; a palette is not read. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };
const START = 8;

/** Reads a small PNG of eight bits a sample, not interlaced (RFC 2083). Null for any other. */
export async function greyOf(png: Uint8Array): Promise<Grey | null> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(START + 8), view.getUint32(START + 12)];
  const [depth, type, , , interlaced] = png.subarray(START + 16, START + 21);
  const samples = SAMPLES[type ?? -1];
  if (depth !== 8 || !samples || interlaced !== 0) return null;
  const rows = unfiltered(await inflated(dataOf(png, view)), width * samples, height, samples);
  const values = new Uint8Array(width * height);
  for (let at = 0; at < values.length; at++) values[at] = luma(rows, at * samples, samples);
  return { width, height, values };
}

/** ITU-R BT.601, over black where transparent. */
function luma(rows: Uint8Array, at: number, samples: number): number {
  const sample = (n: number) => rows[at + n] ?? 0;
  const grey = samples < 3 ? sample(0) : 0.299 * sample(0) + 0.587 * sample(1) + 0.114 * sample(2);
  const alpha = samples === 2 ? sample(1) : samples === 4 ? sample(3) : 255;
  return Math.round((grey * alpha) / 255);
}

function dataOf(png: Uint8Array, view: DataView): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = START; at + 12 <= png.length; ) {
    const length = view.getUint32(at);
    if (String.fromCharCode(...png.subarray(at + 4, at + 8)) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return parts;
}

async function inflated(parts: Uint8Array[]): Promise<Uint8Array> {
  const stream = new Blob(parts as Uint8Array<ArrayBuffer>[]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Undoes the filter of each row (RFC 2083, section 6). */
function unfiltered(bytes: Uint8Array, stride: number, height: number, samples: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = bytes[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < samples ? 0 : (out[at - samples] ?? 0);
      const up = y === 0 ? 0 : (out[at - stride] ?? 0);
      const corner = x < samples || y === 0 ? 0 : (out[at - stride - samples] ?? 0);
      out[at] = (bytes[y * (stride + 1) + 1 + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(left + up - corner - one)) as [number, number, number];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
