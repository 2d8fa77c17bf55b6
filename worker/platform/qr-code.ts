import { encode } from "uqr";

/** ISO/IEC 18004, 5.3.8: light modules around the symbol. */
const QUIET_ZONE = 4;

export interface QrCode {
  /** Modules of a side, with the quiet zone. */
  size: number;
  /** SVG path of the dark modules, one unit each. */
  path: string;
}

export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const path = data.flatMap((row, y) => runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join("");
  return { size, path };
}

/** Dark modules of a row that touch: start and length. */
function runs(row: readonly boolean[]): [start: number, length: number][] {
  const found: [number, number][] = [];
  for (const [x, dark] of row.entries()) {
    const last = found.at(-1);
    if (!dark) continue;
    if (last && last[0] + last[1] === x) last[1]++;
    else found.push([x, 1]);
  }
  return found;
}
