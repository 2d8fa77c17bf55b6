import type { Random } from "#demo/random.ts";

export type Point = readonly [x: number, y: number];

const n = (value: number) => String(Math.round(value));
const short = (value: number) => String(value).replace(/^0\./, ".");
const dim = (opacity: number) => (opacity < 1 ? ` opacity="${short(opacity)}"` : "");

/** Path data needs no space before a minus. */
const join = (numbers: readonly number[]) => numbers.map((v, i) => (i === 0 || v < 0 ? `${v}` : ` ${v}`)).join("");

/** Catmull-Rom as cubic Béziers, closed or open. */
export function curve(points: readonly Point[], closed = false): string {
  const whole = points.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  const last = whole.length - 1;
  const get = (i: number): Point =>
    (closed ? whole[(i + whole.length) % whole.length] : whole[Math.max(0, Math.min(last, i))]) as Point;
  const tangent = (i: number): Point => {
    const [before, after] = [get(i - 1), get(i + 1)];
    return [Math.round((after[0] - before[0]) / 6), Math.round((after[1] - before[1]) / 6)];
  };
  const steps: number[] = [];
  for (let i = 0; i < (closed ? whole.length : last); i++) {
    const [from, to, bend] = [get(i), get(i + 1), tangent(i + 1)];
    steps.push(to[0] - bend[0] - from[0], to[1] - bend[1] - from[1], to[0] - from[0], to[1] - from[1]);
  }
  // Tangents are straight, so "s" may omit the first handle: half the bytes of "C".
  const [first, rest] = [steps.slice(0, 4), steps.slice(4)];
  return `M${join(get(0))}c${join([...tangent(0), ...first])}${rest.length ? `s${join(rest)}` : ""}${closed ? "z" : ""}`;
}

/** SVG notation: "x,y x,y". */
export const pts = (text: string): Point[] =>
  text.split(" ").map((pair): Point => {
    const comma = pair.indexOf(",");
    return [Number(pair.slice(0, comma)), Number(pair.slice(comma + 1))];
  });

export const mirror = (points: readonly Point[]): Point[] => points.map(([x, y]): Point => [-x, y]);

/** Mixes #rrggbb: 0 gives `a`, 1 gives `b`. */
export function mix(a: string, b: string, amount: number): string {
  const channel = (at: number) => {
    const from = Number.parseInt(a.slice(at, at + 2), 16);
    const to = Number.parseInt(b.slice(at, at + 2), 16);
    return Math.round(from + (to - from) * amount)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

export const darker = (colour: string, amount: number) => mix(colour, "#1d1030", amount);
/** Dark colours get less light, or black would look grey. */
export const sheen = (colour: string) => mix(colour, "#fff3e0", Number.parseInt(colour.slice(1, 3), 16) < 80 ? 0.17 : 0.3);
export const lighter = (colour: string, amount: number) => mix(colour, "#fff3e0", amount);

export const fill = (d: string, colour: string, opacity = 1) => `<path d="${d}" fill="${colour}"${dim(opacity)}/>`;

export const line = (d: string, colour: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"${dim(opacity)}/>`;

export const circle = (x: number, y: number, r: number, colour: string, opacity = 1) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${r < 4 ? r : n(r)}" fill="${colour}"${dim(opacity)}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, colour: string, opacity = 1) =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${colour}"${dim(opacity)}/>`;

export const rect = (x: number, y: number, w: number, h: number, colour: string, opacity = 1) =>
  fill(box(x, y, w, h), colour, opacity);

/** Path data, so that many rectangles form one shape. */
export const box = (x: number, y: number, w: number, h: number) => `M${n(x)},${n(y)}h${n(w)}v${n(h)}h${n(-w)}z`;

/** A zero-length stroke with round ends draws a dot in eight bytes. */
export function dots(colours: readonly string[], count: number, size: number, opacity: number, place: () => Point): string {
  const groups = colours.flatMap((colour) => [
    { colour, width: size * 1.3, d: "" },
    { colour, width: size * 2.3, d: "" },
  ]);
  for (let i = 0; i < count; i++) (groups[i % groups.length] as { d: string }).d += `M${join(place())}h0`;
  return groups
    .map(({ d, colour, width }) =>
      d ? `<path d="${d}" stroke="${colour}" stroke-width="${n(width)}" opacity="${short(opacity)}"/>` : "",
    )
    .join("");
}

export function scatter(colours: readonly string[], count: number, opacity: number, piece: (index: number) => string): string {
  const shapes = colours.map(() => "");
  for (let i = 0; i < count; i++) shapes[i % colours.length] += piece(i);
  return shapes.map((d, i) => fill(d, colours[i] as string, opacity)).join("");
}

/** Mirrors the content; `id` must be unique within the picture. */
export const both = (id: string, content: string) => `<g id="${id}">${content}</g><use href="#${id}" transform="scale(-1 1)"/>`;

type Stop = readonly [offset: number, colour: string, opacity?: number];
const stops = (list: readonly Stop[]) =>
  list.map(([o, c, a]) => `<stop offset="${o}" stop-color="${c}"${a === undefined ? "" : ` stop-opacity="${a}"`}/>`).join("");

export const gradient = (id: string, list: readonly Stop[], x2 = 0, y2 = 1) =>
  `<linearGradient id="${id}" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`;

export const glow = (id: string, list: readonly Stop[], cx = 0.5, cy = 0.5) =>
  `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="0.6">${stops(list)}</radialGradient>`;

export function bumpy(random: Random, cx: number, cy: number, rx: number, ry: number, count: number, depth: number): Point[] {
  return Array.from({ length: count * 2 }, (_, i): Point => {
    const angle = (i / (count * 2)) * Math.PI * 2;
    const swell = (i % 2 ? 1 : 1 - depth) + (random.next() - 0.5) * depth * 0.5;
    return [cx + Math.cos(angle) * rx * swell, cy + Math.sin(angle) * ry * swell];
  });
}

/** 4:5, without scripts, external resources and styles. */
export const picture = (defs: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" width="480" height="600" ` +
  `stroke-linecap="round" stroke-linejoin="round"><defs>${defs}</defs>${body}</svg>`;

/** Light from above, as `light`, and a darker lower edge, as `fall`. */
export function lighting(cy: number, shade: number): string {
  return (
    glow(
      "light",
      [
        [0, "#fff4dc", 0.34],
        [1, "#fff4dc", 0],
      ],
      0.3,
      cy,
    ) +
    gradient("fall", [
      [0, "#1d1030", 0],
      [0.7, "#1d1030", 0],
      [1, "#1d1030", shade],
    ])
  );
}
