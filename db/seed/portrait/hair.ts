import type { Gender } from "../../schema/attributes.ts";
import { createRandom } from "../random.ts";
import { type Point, both, bumpy, circle, curve, darker, fill, line, sheen } from "./draw.ts";
import type { AgeGroup, PortraitSpec } from "./spec.ts";

interface Style {
  genders: readonly Gender[];
  ages: readonly AgeGroup[];
  bald?: boolean;
  /** Lightest and deepest skin tone a style is drawn for. */
  skins?: readonly [number, number];
}
const F: readonly Gender[] = ["female"];
const M: readonly Gender[] = ["male"];
const ALL: readonly AgeGroup[] = ["young", "adult", "mature", "senior"];
const TO_45: readonly AgeGroup[] = ["young", "adult"];
const TO_60: readonly AgeGroup[] = ["young", "adult", "mature"];
const FROM_45: readonly AgeGroup[] = ["mature", "senior"];

const STYLES = {
  long: { genders: F, ages: TO_60 }, wavy: { genders: F, ages: TO_60 }, fringe: { genders: F, ages: TO_45 },
  sidewave: { genders: F, ages: ALL }, bob: { genders: F, ages: ALL }, bobfringe: { genders: F, ages: ALL },
  lob: { genders: F, ages: ALL }, bun: { genders: F, ages: ALL }, ponytail: { genders: F, ages: TO_60 },
  braid: { genders: F, ages: TO_45 }, curly: { genders: F, ages: TO_60 }, afro: { genders: F, ages: TO_60, skins: [4, 7] },
  pixie: { genders: F, ages: ALL }, shortwaves: { genders: F, ages: FROM_45 },
  crop: { genders: M, ages: ALL }, sidepart: { genders: M, ages: ALL }, quiff: { genders: M, ages: TO_60 },
  buzz: { genders: M, ages: ALL }, undercut: { genders: M, ages: TO_45 }, curls: { genders: M, ages: TO_60 },
  messy: { genders: M, ages: TO_60 }, slick: { genders: M, ages: ALL }, manbun: { genders: M, ages: TO_45 },
  shoulder: { genders: M, ages: TO_45 }, shortafro: { genders: M, ages: TO_60, skins: [4, 7] }, receding: { genders: M, ages: FROM_45 },
  shaved: { genders: M, ages: ALL, bald: true }, ring: { genders: M, ages: FROM_45, bald: true },
} as const satisfies Record<string, Style>;

export type HairStyle = keyof typeof STYLES;
export const HAIR_STYLES: readonly (Style & { name: HairStyle })[] = (Object.keys(STYLES) as HairStyle[]).map((name) => ({ name, ...STYLES[name] }));

/** `back` hangs behind neck and shoulders, `front` lies over the face; `shadow` is what darkens the forehead under it. */
export interface Hair { back: string; front: string; shadow: string }

const lerp = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** A lock between two edges that run the same way, with strands of light and dark following both. */
function lock(outer: readonly Point[], inner: readonly Point[], base: string, strands: readonly number[] = [0.25, 0.55, 0.8]): string {
  const shape = fill(curve([...outer, ...[...inner].reverse()], true), "url(#hair)");
  const paths = strands.map((t) => curve(outer.map((p, j) => lerp(p, inner[Math.min(j, inner.length - 1)] as Point, t))));
  return shape + strokes(paths, base);
}

/** Strands over hair: every other one catches light, the rest lie in shade. */
function strokes(paths: readonly string[], base: string, width = 4.5, opacity = 0.32): string {
  const light = paths.filter((_, i) => i % 2 === 0).join("");
  const dark = paths.filter((_, i) => i % 2 === 1).join("");
  return line(light, sheen(base), width, opacity) + (dark ? line(dark, darker(base, 0.4), 3, opacity) : "");
}

const CAP: readonly Point[] = [[-86, 262], [-94, 196], [-72, 126], [-28, 100], [28, 100], [72, 126], [94, 196], [86, 262]];
const flipPath = (content: string) => `<g transform="scale(-1 1)">${content}</g>`;

/** Long hair parted at `part`: one curtain a side. Waves are given as how far each lower step swings out. */
function curtains(part: number, end: number, swing: readonly number[], base: string, over = true): { front: string; shape: string } {
  const steps = swing.length;
  const sideOf = (s: number): { outer: Point[]; inner: Point[] } => {
    const outer: Point[] = [[part, 97], [part * 0.4 + s * 44, 102], [s * 86, 146], [s * 97, 216]];
    const inner: Point[] = [[part, 157], [part * 0.6 + s * 26, 166], [s * 58, 194], [s * 70, 240]];
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
  // A cap under both sides closes the gap that two rounded shapes would leave at the parting.
  const cap = fill(curve([...CAP.slice(1, 7), [66, 190], [part + 24, 163], [part, 152], [part - 24, 163], [-66, 190]], true), "url(#hair)");
  return {
    front: cap + (part === 0 ? both("h", lock(r.outer, r.inner, base)) : lock(l.outer, l.inner, base) + lock(r.outer, r.inner, base)) + line(`M${part},100Q${part - 2},130 ${part},154`, darker(base, 0.45), 2.4, 0.55),
    shape: curve([[-84, 160], [84, 160], ...r.inner.slice(0, 5).reverse(), ...l.inner.slice(1, 5)], true),
  };
}

const behind = (end: number, wide: number): string =>
  fill(curve([[-90, 220], [-70, 128], [0, 98], [70, 128], [90, 220], [wide, 330], [wide + 6, end - 40], [wide - 12, end], [0, end + 8], [-wide + 12, end], [-wide - 6, end - 40], [-wide, 330]], true), "url(#deep)");

/** Hair combed back from a hairline, with the strands running away from the face. */
function combed(base: string, hairline: readonly Point[], cap: readonly Point[] = CAP, strands = true): { front: string; shape: string } {
  const shape = curve([...cap, ...[...hairline].reverse()], true);
  const flow = strands
    ? strokes([-56, -32, -8, 18, 44].map((x) => curve([[x * 1.05, 172 - Math.abs(x) * 0.1], [x * 1.12, 140], [x * 0.8, 108]])), base)
    : "";
  return { front: fill(shape, "url(#hair)") + flow, shape };
}

const SOFT_LINE: readonly Point[] = [[-75, 244], [-68, 202], [-44, 170], [0, 160], [44, 170], [68, 202], [75, 244]];
const bangs = (base: string, depth: number) =>
  lock([[-84, 214], [-74, 140], [0, 98], [74, 140], [84, 214]], [[-72, 232], [-52, depth], [0, depth - 8], [52, depth], [72, 232]], base, []) +
  strokes([-52, -30, -8, 14, 38, 58].map((x) => curve([[x * 0.5, 112], [x * 0.86, 160], [x, depth - 10]])), base);

function curls(spec: PortraitSpec, spots: readonly Point[], r: number): string {
  return strokes(spots.map(([x, y]) => `M${Math.round(x - r)},${Math.round(y)}a${r},${r} 0 1 1 ${r},${r}`), spec.hairShade, 3.4, 0.4);
}

const plain = (part: { front: string; shape: string }, back = ""): Hair => ({ back, front: part.front, shadow: part.shape });
const withTop = (base: string, top: readonly Point[], hairline: readonly Point[], fade: number, flow: readonly (readonly Point[])[]): Hair => {
  const sides = curve([[-83, 258], [-87, 200], [-70, 150], [0, 128], [70, 150], [87, 200], [83, 258], [74, 246], [70, 196], [40, 168], [-40, 168], [-70, 196], [-74, 246]], true);
  const shape = curve([...top, ...[...hairline].reverse()], true);
  return {
    back: "",
    front: fill(sides, "url(#hair)", fade) + fill(shape, "url(#hair)") + (flow.length ? strokes(flow.map((p) => curve(p)), base) : ""),
    shadow: shape,
  };
};

export function hair(spec: PortraitSpec): Hair {
  const c = spec.hairShade;
  const random = createRandom(spec.seed, 3);
  const part = spec.seed % 3 === 0 ? 0 : spec.seed % 2 ? -26 : 26;
  const swept = (s: Hair): Hair => (spec.seed % 2 ? s : { ...s, front: flipPath(s.front), shadow: s.shadow });
  switch (spec.hairStyle) {
    case "long":
      return plain(curtains(part * 0.5, 500, [0, -1, 2, 4], c), behind(520, 100));
    case "wavy":
      return plain(curtains(part, 500, [4, 16, 2, 20, 6, 18], c), behind(520, 114));
    case "sidewave":
      return plain(curtains(part || 30, 396, [8, 20, 6], c), behind(408, 108));
    case "lob":
      return plain(curtains(part, 418, [2, 6, 2], c), behind(430, 100));
    case "bob":
      return plain(curtains(part || -22, 350, [8, 9], c, true), behind(372, 98));
    case "fringe": {
      const long = curtains(0, 500, [0, 2, 2, 6], c);
      return { back: behind(520, 102), front: long.front + bangs(c, 214), shadow: curve([[-76, 150], [76, 150], [72, 224], [0, 208], [-72, 224]], true) };
    }
    case "bobfringe": {
      const short = curtains(0, 352, [8, 8], c);
      return { back: behind(372, 98), front: short.front + bangs(c, 216), shadow: curve([[-76, 150], [76, 150], [72, 226], [0, 210], [-72, 226]], true) };
    }
    case "bun": {
      const knot = circle(0, 84, 42, "url(#hair)") + line("M-26,70q24,-22 50,-2M-32,86q32,-26 62,2M-24,106q26,-18 46,0", sheen(c), 3, 0.4);
      const wisps = line(curve([[-74, 236], [-80, 276], [-72, 312]]) + curve([[74, 236], [81, 280], [74, 306]]), c, 4, 0.9);
      const cap = combed(c, SOFT_LINE);
      return { back: knot, front: cap.front + wisps, shadow: cap.shape };
    }
    case "ponytail": {
      const tail = lock([[34, 104], [104, 128], [134, 220], [130, 330], [142, 430], [122, 486]], [[20, 134], [78, 160], [94, 240], [88, 330], [98, 420], [112, 480]], c);
      const cap = combed(c, SOFT_LINE);
      return { back: tail + fill("M38,112l34,8l-6,26l-34,-14z", "#c4623f"), front: cap.front, shadow: cap.shape };
    }
    case "braid": {
      const links = Array.from({ length: 6 }, (_, i) => fill(curve([[84 - i, 352 + i * 32], [112 - i, 340 + i * 32], [122 - i * 2, 368 + i * 32], [100 - i, 388 + i * 32], [78 + i, 372 + i * 32]], true), i % 2 ? "url(#hair)" : c) ).join("");
      const top = curtains(-20, 330, [2, 0], c);
      return { back: behind(372, 92), front: top.front + links + fill("M84,548h26l-4,10h-18z", "#c4623f") + line(Array.from({ length: 6 }, (_, i) => `M${88 - i},${360 + i * 32}q14,-8 24,6`).join(""), sheen(c), 3, 0.5), shadow: top.shape };
    }
    case "curly": {
      const mass = curve(bumpy(random, 0, 270, 134, 182, 15, 0.1), true);
      const top = curve([...bumpyArc(random, 96, 104, 186), [78, 250], [60, 200], [24, 170], [-28, 174], [-62, 204], [-78, 250]], true);
      const outer: Point[] = [[84, 190], [118, 236], [114, 272], [132, 306], [122, 342], [136, 382], [120, 424], [102, 452]];
      const inner: Point[] = [[62, 190], [72, 240], [76, 272], [67, 302], [78, 334], [66, 368], [76, 402], [84, 440]];
      const locks = both("h", lock(outer, inner, c, [0.4, 0.7]));
      const spots: Point[] = [[-50, 130], [-12, 116], [30, 120], [64, 142], [-82, 180], [84, 186], [-100, 250], [102, 250], [-96, 310], [100, 316], [-104, 372], [106, 378], [-26, 146], [14, 144], [48, 162]];
      return { back: fill(mass, "url(#deep)"), front: fill(top, "url(#hair)") + locks + curls(spec, spots, 13), shadow: top };
    }
    case "afro":
    case "shortafro": {
      const big = spec.hairStyle === "afro";
      const mass = curve(bumpy(random, 0, big ? 196 : 176, big ? 148 : 104, big ? 140 : 92, big ? 22 : 18, 0.05), true);
      const top = curve([...bumpyArc(random, big ? 100 : 92, big ? 84 : 96, 186), [77, 244], [70, 196], [40, 170], [0, 164], [-40, 170], [-70, 196], [-77, 244]], true);
      const spots: Point[] = big
        ? [[-90, 110], [-40, 80], [10, 72], [60, 86], [104, 124], [-118, 170], [122, 180], [-112, 236], [116, 240], [-60, 130], [-10, 116], [40, 124], [80, 160]]
        : [[-60, 124], [-24, 106], [16, 104], [52, 118], [-78, 160], [80, 164], [-40, 148], [0, 136], [38, 146]];
      return { back: fill(mass, "url(#deep)"), front: fill(top, "url(#hair)") + curls(spec, spots, big ? 12 : 8), shadow: top };
    }
    case "pixie": {
      const sweep = lock([[-88, 262], [-96, 190], [-66, 116], [0, 94], [66, 112], [94, 180], [84, 262]], [[-76, 262], [-74, 214], [-40, 212], [-4, 190], [34, 166], [68, 196], [76, 256]], c, [0.3, 0.55, 0.75]);
      return swept({ back: "", front: sweep, shadow: curve([[-80, 150], [80, 150], [68, 206], [30, 176], [-10, 200], [-74, 224]], true) });
    }
    case "shortwaves": {
      const mass = curve(bumpy(random, 0, 218, 108, 122, 11, 0.07), true);
      const front = curve([...bumpyArc(random, 100, 94, 190), [88, 290], [76, 300], [74, 236], [56, 190], [6, 172], [-40, 196], [-72, 226], [-76, 300], [-90, 290]], true);
      return { back: fill(mass, "url(#deep)"), front: fill(front, "url(#hair)") + [[-60, 150], [-20, 126], [28, 124], [66, 148]].map(([x = 0, y = 0], i) => line(`M${x - 22},${y + 14}q16,-26 38,-4`, i % 2 ? darker(c, 0.4) : sheen(c), 4, 0.45)).join(""), shadow: front };
    }
    case "crop":
      return swept(withTop(c, [[-82, 236], ...bumpyArc(random, 84, 110, 186, 7).slice(1, -1), [82, 236]], [[-74, 236], [-70, 200], [-56, 180], [-30, 178], [0, 170], [30, 174], [56, 180], [70, 200], [74, 236]], 0.9, [[[-40, 180], [-30, 150], [-34, 120]], [[-8, 178], [0, 146], [-6, 114]], [[24, 180], [30, 148], [26, 116]], [[52, 178], [56, 152], [54, 130]]]));
    case "sidepart":
      return swept(withTop(c, [[-84, 244], [-90, 184], [-66, 124], [-10, 96], [50, 100], [84, 136], [92, 190], [84, 244]], [[-74, 236], [-70, 198], [-50, 166], [-36, 154], [0, 172], [40, 180], [66, 194], [74, 236]], 0.9, [[[-40, 150], [-6, 126], [60, 146], [80, 190]], [[-40, 146], [0, 110], [60, 120]], [[-34, 154], [10, 154], [62, 180]]]));
    case "quiff":
      return swept(withTop(c, [[-78, 206], [-82, 160], [-58, 116], [-14, 92], [40, 76], [74, 98], [84, 156], [78, 206]], [[-70, 196], [-58, 166], [-30, 160], [0, 166], [32, 162], [58, 168], [70, 196]], 0.72, [[[-46, 164], [-40, 120], [-4, 88]], [[-16, 164], [-4, 118], [34, 86]], [[16, 164], [28, 124], [58, 96]], [[44, 166], [56, 134], [74, 118]]]));
    case "undercut":
      return swept(withTop(c, [[-70, 176], [-72, 130], [-40, 92], [20, 80], [74, 98], [92, 150], [86, 206]], [[-60, 164], [-30, 158], [10, 172], [50, 190], [80, 222]], 0.5, [[[-50, 150], [0, 116], [60, 134], [84, 190]], [[-44, 126], [10, 98], [66, 116]], [[-40, 158], [10, 146], [66, 180]]]));
    case "slick":
      return plain(combed(c, [[-76, 250], [-71, 198], [-58, 164], [-30, 160], [0, 152], [30, 160], [58, 164], [71, 198], [76, 250]], [[-85, 262], [-90, 190], [-68, 130], [-26, 106], [26, 106], [68, 130], [90, 190], [85, 262]]));
    case "manbun": {
      const cap = combed(c, [[-75, 246], [-69, 198], [-54, 168], [0, 158], [54, 168], [69, 198], [75, 246]], [[-84, 258], [-88, 190], [-66, 132], [-24, 110], [24, 110], [66, 132], [88, 190], [84, 258]]);
      return { back: circle(0, 98, 30, "url(#hair)") + line("M-18,88q18,-16 36,0", sheen(c), 3, 0.4), front: cap.front, shadow: cap.shape };
    }
    case "shoulder":
      return plain(curtains(part * 0.4, 400, [4, 10, 2], c, false), behind(416, 102));
    case "curls":
    case "messy": {
      const curl = spec.hairStyle === "curls";
      const top = [...bumpyArc(random, curl ? 96 : 92, curl ? 88 : 94, 196, curl ? 8 : 11)];
      const ragged: Point[] = curl
        ? [[74, 222], [62, 182], [40, 190], [22, 176], [0, 188], [-24, 174], [-44, 188], [-64, 182], [-74, 222]]
        : [[74, 228], [68, 184], [48, 196], [38, 176], [16, 196], [2, 172], [-22, 200], [-36, 176], [-56, 194], [-70, 186], [-74, 228]];
      const shape = curve([...top, ...ragged], true);
      const sides = withTop(c, CAP, SOFT_LINE, 0.9, []);
      const spots: Point[] = [[-56, 140], [-24, 118], [12, 114], [46, 126], [66, 156], [-38, 164], [0, 152], [34, 162]];
      const flow = curl ? curls(spec, spots, 11) : [[-50, 130, -46, 176], [-20, 112, -24, 176], [14, 110, 18, 172], [46, 124, 50, 172]].map(([a, b, d, e], i) => line(`M${a},${b}Q${(a as number) + 14},${(b as number) + 26} ${d},${e}`, i % 2 ? darker(c, 0.4) : sheen(c), 3.4, 0.42)).join("");
      return { back: "", front: fill(curve([[-84, 250], [-88, 196], [-60, 150], [60, 150], [88, 196], [84, 250], [74, 240], [68, 190], [-68, 190], [-74, 240]], true), "url(#hair)", sides ? 0.9 : 1) + fill(shape, "url(#hair)") + flow, shadow: shape };
    }
    case "buzz": {
      const shape = curve([[-80, 240], [-84, 186], [-62, 144], [0, 126], [62, 144], [84, 186], [80, 240], [73, 232], [69, 196], [50, 174], [0, 168], [-50, 174], [-69, 196], [-73, 232]], true);
      return { back: "", front: fill(shape, c, 0.78), shadow: "" };
    }
    case "receding": {
      const shape = curve([[-83, 254], [-88, 190], [-66, 138], [0, 118], [66, 138], [88, 190], [83, 254], [75, 244], [72, 206], [62, 176], [40, 158], [22, 164], [0, 170], [-22, 164], [-40, 158], [-62, 176], [-72, 206], [-75, 244]], true);
      return { back: "", front: fill(shape, "url(#hair)") + [-30, -8, 14, 34].map((x, i) => line(curve([[x, 160], [x * 1.2 + 4, 142], [x + 2, 126]]), i % 2 ? darker(c, 0.3) : sheen(c), 3, 0.4)).join(""), shadow: "" };
    }
    case "shaved":
      return { back: "", front: line(curve([[-44, 168], [-24, 152], [0, 148]]), "#ffffff", 9, 0.28), shadow: "" };
    case "ring": {
      const edge: Point[] = [[-78, 286], [-90, 250], [-88, 206], [-78, 184], [-73, 210], [-74, 250]];
      return { back: "", front: both("h", fill(curve(edge, true), "url(#hair)")) + line(curve([[-44, 168], [-24, 152], [0, 148]]), "#ffffff", 9, 0.25), shadow: "" };
    }
  }
}

/** The upper half of a bumpy outline, from the left temple over the crown to the right one. */
function bumpyArc(random: ReturnType<typeof createRandom>, rx: number, top: number, base: number, bumps = 10): Point[] {
  return Array.from({ length: bumps * 2 + 1 }, (_, i): Point => {
    const angle = Math.PI - (i / (bumps * 2)) * Math.PI;
    const swell = (i % 2 ? 1.05 : 0.98) + (random.next() - 0.5) * 0.04;
    return [Math.cos(angle) * rx * swell, base + 44 - Math.sin(angle) * (base + 44 - top) * swell];
  });
}
