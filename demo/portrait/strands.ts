import type { Random } from "#demo/random.ts";
import { both, curve, darker, fill, line, type Point, pts, sheen } from "./draw.ts";
import type { PortraitSpec } from "./spec.ts";

/** `back` hangs behind neck and shoulders, `front` over the face; `shadow` darkens the forehead. */
export interface Hair {
  back: string;
  front: string;
  shadow: string;
}

const lerp = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** Light and dark strands follow both edges, which run the same way. */
export function lock(
  outer: readonly Point[],
  inner: readonly Point[],
  base: string,
  strands: readonly number[] = [0.25, 0.55, 0.8],
): string {
  const shape = fill(curve([...outer, ...[...inner].reverse()], true), "url(#hair)");
  const paths = strands.map((t) => curve(outer.map((p, j) => lerp(p, inner[Math.min(j, inner.length - 1)] as Point, t))));
  return paths.length > 0 ? shape + strokes(paths, base) : shape;
}

function strokes(paths: readonly string[], base: string, width = 4.5, opacity = 0.32): string {
  const light = paths.filter((_, i) => i % 2 === 0).join("");
  const dark = paths.filter((_, i) => i % 2 === 1).join("");
  return line(light, sheen(base), width, opacity) + (dark ? line(dark, darker(base, 0.4), 3, opacity) : "");
}

export const CAP: readonly Point[] = pts("-86,262 -94,196 -72,126 -28,100 28,100 72,126 94,196 86,262");
export const flipPath = (content: string) => `<g transform="scale(-1 1)">${content}</g>`;

/** One curtain per side. Waves say how far each lower step swings out. */
export function curtains(
  part: number,
  end: number,
  swing: readonly number[],
  base: string,
  over = true,
): { front: string; shape: string } {
  const steps = swing.length;
  const sideOf = (s: number): { outer: Point[]; inner: Point[] } => {
    const outer: Point[] = pts(`${part},97 ${part * 0.4 + s * 44},102 ${s * 86},146 ${s * 97},216`);
    const inner: Point[] = pts(`${part},157 ${part * 0.6 + s * 26},166 ${s * 58},194 ${s * 70},240`);
    swing.forEach((w, i) => {
      const t = (i + 1) / steps;
      const y = 258 + (end - 258) * t;
      outer.push([s * (100 + w + t * 14), y]);
      inner.push([s * ((over ? 71 : 78) + w * 0.5 - (over ? t * 6 : 0)), y - 4]);
    });
    outer.push([s * 98, end + 30]);
    inner.push([s * 84, end + 22]);
    return { outer, inner };
  };
  const [l, r] = [sideOf(-1), sideOf(1)];
  // Closes the gap that two rounded shapes leave at the parting.
  const cap = fill(
    curve([...CAP.slice(1, 7), [66, 190], [part + 24, 163], [part, 152], [part - 24, 163], [-66, 190]], true),
    "url(#hair)",
  );
  return {
    front:
      cap +
      (part === 0 ? both("h", lock(r.outer, r.inner, base)) : lock(l.outer, l.inner, base) + lock(r.outer, r.inner, base)) +
      line(`M${part},100Q${part - 2},130 ${part},154`, darker(base, 0.45), 2.4, 0.55),
    shape: curve([[-84, 160], [84, 160], ...r.inner.slice(0, 5).reverse(), ...l.inner.slice(1, 5)], true),
  };
}

export const behind = (end: number, wide: number): string =>
  fill(
    curve(
      pts(
        `-90,220 -70,128 0,98 70,128 90,220 ${wide},330 ${wide + 6},${end - 40} ${wide - 12},${end} ` +
          `0,${end + 8} ${-wide + 12},${end} ${-wide - 6},${end - 40} ${-wide},330`,
      ),
      true,
    ),
    "url(#deep)",
  );

export function combed(
  base: string,
  hairline: readonly Point[],
  cap: readonly Point[] = CAP,
  strands = true,
): { front: string; shape: string } {
  const shape = curve([...cap, ...[...hairline].reverse()], true);
  const flow = strands
    ? strokes(
        [-56, -32, -8, 18, 44].map((x) => curve(pts(`${x * 1.05},${172 - Math.abs(x) * 0.1} ${x * 1.12},140 ${x * 0.8},108`))),
        base,
      )
    : "";
  return { front: fill(shape, "url(#hair)") + flow, shape };
}

export const SOFT_LINE: readonly Point[] = pts("-75,244 -68,202 -44,170 0,160 44,170 68,202 75,244");
export const bangs = (base: string, depth: number) =>
  lock(pts("-84,214 -74,140 0,98 74,140 84,214"), pts(`-72,232 -52,${depth} 0,${depth - 8} 52,${depth} 72,232`), base, []) +
  strokes(
    [-52, -30, -8, 14, 38, 58].map((x) => curve(pts(`${x * 0.5},112 ${x * 0.86},160 ${x},${depth - 10}`))),
    base,
  );

export function curls(spec: PortraitSpec, spots: readonly Point[], r: number): string {
  return strokes(
    spots.map(([x, y]) => `M${Math.round(x - r)},${Math.round(y)}a${r},${r} 0 1 1 ${r},${r}`),
    spec.hairShade,
    3.4,
    0.4,
  );
}

export const plain = (part: { front: string; shape: string }, back = ""): Hair => ({
  back,
  front: part.front,
  shadow: part.shape,
});
export const withTop = (
  base: string,
  top: readonly Point[],
  hairline: readonly Point[],
  fade: number,
  flow: readonly (readonly Point[])[],
): Hair => {
  const sides = curve(
    pts("-80,256 -83,204 -70,156 0,131 70,156 83,204 80,256 74,246 70,196 40,168 -40,168 -70,196 -74,246"),
    true,
  );
  const shape = curve([...top, ...[...hairline].reverse()], true);
  return {
    back: "",
    front:
      fill(sides, "url(#hair)", fade) +
      fill(shape, "url(#hair)") +
      (flow.length
        ? strokes(
            flow.map((p) => curve(p)),
            base,
          )
        : ""),
    shadow: shape,
  };
};

/** From the left temple over the crown to the right one. */
export function bumpyArc(random: Random, rx: number, top: number, base: number, bumps = 10): Point[] {
  return Array.from({ length: bumps * 2 + 1 }, (_, i): Point => {
    const angle = Math.PI - (i / (bumps * 2)) * Math.PI;
    const swell = (i % 2 ? 1.05 : 0.98) + (random.next() - 0.5) * 0.04;
    return [Math.cos(angle) * rx * swell, base + 44 - Math.sin(angle) * (base + 44 - top) * swell];
  });
}
