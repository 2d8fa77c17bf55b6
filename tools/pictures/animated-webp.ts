/** A still WebP that replaces a part of the canvas for a time. */
export interface Frame {
  /** Even, as the format counts in steps of 2. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** In ms. */
  duration: number;
  still: Buffer;
}

/** Joins still pictures into one that loops forever (RFC 9649 2.7.1). */
export function animatedWebp(width: number, height: number, frames: readonly Frame[]): Buffer {
  const ANIMATION = 0x02;
  const size = Buffer.concat([Buffer.from([ANIMATION, 0, 0, 0]), uint24(width - 1), uint24(height - 1)]);
  const background = Buffer.from([255, 255, 255, 255]);
  const forever = Buffer.from([0, 0]);
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    chunk("VP8X", size),
    chunk("ANIM", Buffer.concat([background, forever])),
    ...frames.map((frame) => chunk("ANMF", placed(frame))),
  ]);
  return chunk("RIFF", body);
}

function placed({ x, y, width, height, duration, still }: Frame): Buffer {
  const WITHOUT_BLENDING = 0x02;
  const numbers = [x / 2, y / 2, width - 1, height - 1, duration].map(uint24);
  return Buffer.concat([...numbers, Buffer.from([WITHOUT_BLENDING]), bitstream(still)]);
}

/** The chunks of a still picture that hold pixels. */
function bitstream(still: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 12; at < still.length; ) {
    const length = 8 + still.readUInt32LE(at + 4);
    const padded = length + (length % 2);
    if (["ALPH", "VP8 ", "VP8L"].includes(still.toString("latin1", at, at + 4))) parts.push(still.subarray(at, at + padded));
    at += padded;
  }
  if (parts.length === 0) throw new Error("not a still WebP");
  return Buffer.concat(parts);
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8, name, "latin1");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
