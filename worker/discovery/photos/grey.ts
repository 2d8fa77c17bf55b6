import { decode } from "fast-png";

/** Grey values of a picture, 0 to 255, row by row. */
export interface Grey {
  width: number;
  height: number;
  values: Uint8Array;
}

/** Of a PNG of eight bits a sample, without a palette; null for any other. @throws for what is no PNG. */
export function greyOf(png: Uint8Array): Grey | null {
  const { width, height, depth, channels, data, palette } = decode(png);
  if (depth !== 8 || palette) return null;
  const values = new Uint8Array(width * height);
  for (let at = 0; at < values.length; at++) values[at] = luma(data, at * channels, channels);
  return { width, height, values };
}

/** ITU-R BT.601, over black where transparent. */
function luma(samples: ArrayLike<number>, at: number, channels: number): number {
  const sample = (n: number) => samples[at + n] ?? 0;
  const grey = channels < 3 ? sample(0) : 0.299 * sample(0) + 0.587 * sample(1) + 0.114 * sample(2);
  const alpha = channels === 2 ? sample(1) : channels === 4 ? sample(3) : 255;
  return Math.round((grey * alpha) / 255);
}
