import { both, circle, curve, darker, ellipse, fill, lighter, line, mirror, mix, type Point, pts } from "./draw.ts";
import { EYE_SHADES, SKINS, type Skin } from "./palette.ts";
import type { PortraitSpec } from "./spec.ts";

/** x is 0 in the middle of the face, y as on the sheet. */
export function headShape(spec: PortraitSpec): { path: string; chin: number } {
  const f = spec.gender === "female";
  const chin = f ? 362 + spec.jaw * 6 : 368 + spec.jaw * 8;
  const jaw = (f ? 62 : 64) + spec.jaw * 11;
  const tip = (f ? 25 : 28) + spec.jaw * 14;
  const heavy = { full: 12, curvy: 5, slim: -3, average: 0, athletic: 0, other: 0 }[spec.body];
  const right: Point[] = pts(
    `0,136 50,150 76,194 79,240 ${77 + heavy},282 ${jaw + heavy},322 ${tip + 12},${chin - 14} ${tip * 0.5},${chin}`,
  );
  // A turned head shows more of one cheek: the jaw follows the features.
  const turned = ([x, y]: Point): Point => [x + (y > 200 ? (spec.turn * (y - 200)) / 260 : 0), y];
  return { path: curve([...right, ...mirror(right.slice(1)).reverse()].map(turned), true), chin };
}

/** Of a turned head only the near ear is seen, closer to the middle and over the cheek. */
export function ears(spec: PortraitSpec, skin: Skin): { behind: string; over: string } {
  const ear = ellipse(80, 266, 13, 24, skin.base) + line(curve(pts("85,252 87,266 80,278")), skin.shade, 3, 0.7);
  if (!isTurned(spec)) return { behind: both("a", ear + earring(spec.earrings)), over: "" };
  const near = spec.turn > 0 ? "translate(7 0) scale(-1 1)" : "translate(-7 0)";
  return { behind: "", over: `<g transform="${near}">${ear}${earring(spec.earrings)}</g>` };
}

const isTurned = ({ turn }: PortraitSpec) => Math.abs(turn) > 8;

function closedEyes(spec: PortraitSpec, skin: Skin): string {
  const ink = mix(skin.shade, "#241518", 0.82);
  const lashes = spec.gender === "female" ? "M56,262l6,-3M53,267l6,1" : "";
  return both(
    "l",
    line(curve(pts("15,266 25,256 38,253 50,257 57,266")), ink, spec.gender === "female" ? 5 : 4) +
      line(lashes, ink, 3) +
      line(curve(pts("20,274 34,279 50,274")), skin.shade, 2.2, 0.6),
  );
}

/** Lids and lashes are mirrored; gaze and highlight are not. */
function eyes(spec: PortraitSpec, iris: string, skin: Skin): string {
  const f = spec.gender === "female";
  const y = 260;
  if (spec.smile === "laugh") return closedEyes(spec, skin);
  const squint = spec.smile === "wide" ? 0.85 : 1;
  const ink = mix(skin.shade, "#241518", 0.82);
  const up = (v: number) => y - v * squint;
  const [outer, inner]: [Point, Point] = [
    [56, y - 3],
    [16, y + 4],
  ];
  const top: Point[] = [inner, [26, up(8)], [40, up(11)], outer];
  const bottom: Point[] = [outer, [44, y + 9 * squint], [29, y + 10 * squint], inner];
  const almond = `${curve(top)}${curve(bottom).replace(/^M[^c]*/, "")}z`;
  const thick = f ? 5 : 3;
  // The lid's line swells towards the outer corner; a woman's ends in a small wing.
  const wing: Point = f ? [spec.ageGroup === "senior" ? 59 : 62, y - 9] : [57, y - 4];
  const lash = curve(
    [inner, [26, up(9)], [40, up(13 + thick * 0.3)], [52, up(10)], wing, [55, y - 1], [40, up(13 - thick)], [26, up(7)]],
    true,
  );
  const gaze = (x: number) =>
    circle(x, y - 1, 12, darker(iris, 0.4)) +
    circle(x, y - 1, 10, iris) +
    ellipse(x, y + 4, 6, 5, lighter(iris, 0.5), 0.6) +
    circle(x, y - 1, 5, "#1a1216") +
    circle(x - 4, y - 5, 3.2, "#fff") +
    circle(x + 4, y + 4, 1.5, "#fff", 0.6);
  const lids =
    line(curve(top), ink, 7, 0.16) +
    fill(lash, ink) +
    line(curve(bottom.slice(0, 3)), skin.shade, 1.8, 0.7) +
    line(curve(pts(`21,${up(15)} 38,${up(20)} 55,${up(12)}`)), skin.shade, 2.4, 0.6);
  return (
    `<g fill="#fffaf4"><path id="w" d="${almond}"/><use href="#w" transform="scale(-1 1)"/></g>` +
    `<clipPath id="e"><use href="#w"/><use href="#w" transform="scale(-1 1)"/></clipPath>` +
    `<g clip-path="url(#e)">${gaze(-35 + spec.gaze)}${gaze(35 + spec.gaze)}</g>` +
    both("l", lids)
  );
}

function brows(spec: PortraitSpec, colour: string): string {
  const thick = spec.gender === "female" ? 7 : 10;
  const lift = spec.smile === "open" ? 3 : spec.smile === "laugh" ? 6 : 0;
  const brow = (s: number) => {
    const arched = spec.gender === "female" ? 8 : 5;
    const y = 229 - lift - (spec.smile === "smirk" && s > 0 ? 5 : 0) + (spec.gender === "female" ? 0 : 4);
    const arch: Point[] = pts(
      `14,${y + 1} 21,${y - 3} 41,${y - arched} 61,${y + 3} 41,${y - arched + thick * 0.8} 15,${y + thick - 1}`,
    );
    return curve(s < 0 ? mirror(arch) : arch, true);
  };
  return fill(brow(-1) + brow(1), colour, 0.92);
}

function nose(skin: Skin, male: boolean): string {
  const w = male ? 15 : 12;
  return (
    fill(curve(pts(`4,262 9,284 ${w + 1},303 ${w - 4},311 3,313 5,290`), true), skin.shade, 0.38) +
    line(curve(pts(`${-w},303 ${-w + 2},310 -5,310 0,314 5,310 ${w - 2},310 ${w},303`)), darker(skin.shade, 0.12), 2.8, 0.85) +
    ellipse(-2, 300, 5, 6, skin.light, 0.5) +
    line("M-3,262V284", skin.light, 5, 0.3)
  );
}

function mouth(spec: PortraitSpec, skin: Skin): string {
  const f = spec.gender === "female";
  const lip = f ? skin.lip : mix(skin.lip, skin.shade, 0.5);
  const dark = darker(lip, 0.45);
  const y = 336;
  const dimples = (w: number) =>
    line(
      `M${-w - 3},${y - 7}Q${-w - 6},${y - 3} ${-w - 3},${y + 1}M${w + 3},${y - 7}Q${w + 6},${y - 3} ${w + 3},${y + 1}`,
      skin.shade,
      2.4,
      0.7,
    );
  if (spec.smile === "open" || spec.smile === "wide" || spec.smile === "laugh") {
    const w = spec.smile === "wide" ? 29 : 24;
    const deep = spec.smile === "wide" ? 19 : 14;
    const r = Math.round;
    const bow = (side: number, top: number, low: number) =>
      `M${-side},${y - 5}Q0,${y + top} ${side},${y - 5}C${side - 5},${r(y + low * 0.6)} ` +
      `${side * 0.5},${r(y + low)} 0,${r(y + low)}S${5 - side},${r(y + low * 0.6)} ` +
      `${-side},${y - 5}z`;
    const opening = bow(w, 3, deep);
    return (
      fill(
        `M${-w - 3},${y - 6}Q-12,${y - 8} -5,${y - 8}Q0,${y - 5} 5,${y - 8}Q12,${y - 8} ` +
          `${w + 3},${y - 6}C${w - 2},${r(y + deep * 0.7)} ${w * 0.5},${y + deep + 7} 0,${y + deep + 7}` +
          `S${2 - w},${r(y + deep * 0.7)} ${-w - 3},${y - 6}z`,
        lip,
      ) +
      fill(opening, "#7a3038") +
      fill(bow(w - 2, 3, deep * 0.62), "#fffaf2") +
      dimples(w) +
      line(`M-8,${y + deep + 4}Q0,${y + deep + 5} 8,${y + deep + 4}`, "#fff", 2.5, 0.3)
    );
  }
  const rise = spec.smile === "smirk" ? 7 : 0;
  const [l, r]: [Point, Point] = [
    [-25, y - 3],
    [25, y - 3 - rise],
  ];
  return (
    fill(`M${l}Q-12,${y - 6} -5,${y - 8}Q0,${y - 5} 5,${y - 8}Q12,${y - 6} ${r}Q0,${y + 10} ${l}Z`, darker(lip, 0.12)) +
    fill(`M${l}Q0,${y + 7} ${r}Q12,${y + 15} 0,${y + 15}Q-12,${y + 15} ${l}Z`, lip) +
    line(`M${l[0] - 2},${l[1] - 2}Q0,${y + 10} ${r[0] + 2},${r[1] - 2}`, dark, 2.6) +
    line(`M-7,${y + 10}Q0,${y + 12} 6,${y + 10}`, "#ffffff", 3, 0.3) +
    line(`M${r[0] + 5},${r[1] - 8}Q${r[0] + 8},${r[1] - 2} ${r[0] + 4},${r[1] + 3}`, skin.shade, 2.4, 0.7)
  );
}

/** Thin lines in the skin's own shade, or age looks like damage. */
function years(spec: PortraitSpec, skin: Skin): string {
  if (spec.ageGroup === "young" || spec.ageGroup === "adult") return "";
  const old = spec.ageGroup === "senior";
  const tone = darker(skin.shade, 0.1);
  const side =
    line(curve(pts("20,303 33,318 37,332")), tone, 2.4, old ? 0.6 : 0.42) +
    line(`${curve(pts("20,277 33,281 45,275"))}M60,257l8,-5M60,263l9,2`, tone, 2, old ? 0.55 : 0.34);
  const forehead =
    line(curve(pts("-34,200 0,195 34,200")), tone, 2, old ? 0.45 : 0.22) +
    (old ? line(curve(pts("-28,186 0,182 28,186")), tone, 2, 0.35) : "");
  return both("y", side) + forehead;
}

function freckles(): string {
  return both("k", line("M46,288h0M38,296h0M52,299h0M30,290h0M21,298h0M5,293h0", "#a9603a", 4, 0.42));
}

function beard(spec: PortraitSpec, colour: string, chin: number): string {
  if (spec.beard === "none") return "";
  const lip = "M0,317C-10,312 -28,322 -38,338C-24,336 -10,328 0,327C10,328 24,336 38,338C28,322 10,312 0,317z";
  const moustache = fill(lip, colour, 0.95);
  if (spec.beard === "moustache") return moustache;
  const drop = spec.beard === "full" ? 22 : spec.beard === "short" ? 7 : 2;
  const outer: Point[] = pts(`81,262 79,300 68,340 40,${chin - 2 + drop * 0.8} 0,${chin + 4 + drop}`);
  const inner: Point[] = pts("72,268 66,300 50,318 37,326 32,350 0,357");
  const jaw = curve([...outer, ...mirror(outer.slice(0, -1)).reverse(), ...mirror(inner), ...inner.slice(0, -1).reverse()], true);
  if (spec.beard === "stubble") return `<g clip-path="url(#f)" opacity=".22">${fill(jaw, colour)}${fill(lip, colour)}</g>`;
  const strokes = line(
    `M-60,330L-50,352M-40,352L-32,${chin}M-14,366L-10,${chin + drop - 4}M14,366` +
      `L10,${chin + drop - 4}M40,352L32,${chin}M60,330L50,352`,
    lighter(colour, 0.3),
    2,
    0.3,
  );
  return fill(jaw, colour, spec.beard === "short" ? 0.9 : 0.98) + strokes + moustache;
}

function glasses(kind: PortraitSpec["glasses"]): string {
  if (kind === "none") return "";
  const sun = kind === "sun";
  const frame = kind === "round" ? "#6b4a35" : "#2b272f";
  const shape =
    kind === "round"
      ? `<circle cx="35" cy="261" r="28"`
      : `<rect x="6" y="${sun ? 238 : 240}" width="60" height="${sun ? 48 : 44}" rx="${sun ? 18 : 11}"`;
  const lens =
    `${shape} fill="${sun ? "#2c2a3a" : "#fff"}" fill-opacity="${sun ? 0.88 : 0.13}" ` + `stroke="${frame}" stroke-width="4.5"/>`;
  return (
    both("g", lens + line("M62,254L79,250", frame, 4.5)) +
    line("M-8,256Q0,250 8,256", frame, 4.5) +
    line("M-50,252l10,-9M20,252l10,-9", "#fff", 3, sun ? 0.35 : 0.5)
  );
}

function earring(kind: PortraitSpec["earrings"]): string {
  const gold = "#e3b35a";
  const shape =
    kind === "hoops"
      ? `<circle cx="83" cy="305" r="14" fill="none" stroke="${gold}" stroke-width="4"/>`
      : kind === "studs"
        ? circle(83, 289, 5, gold)
        : circle(83, 289, 3, gold) + fill("M83,294L91,316Q83,326 75,316z", "#3f8c8f");
  return kind === "none" ? "" : shape;
}

/** `hair` is the drawn shade, for brows and beard. */
export function face(spec: PortraitSpec, hair: string): string {
  const skin = SKINS[spec.skin] as Skin;
  const { chin } = headShape(spec);
  const iris = EYE_SHADES[spec.eyes];
  const browTone = darker(
    spec.hair === "other" ? "#5a3a30" : spec.hair === "white" ? "#b9b2ac" : hair,
    spec.hair === "blond" || spec.hair === "grey" ? 0.28 : 0.12,
  );
  const beardTone = spec.hair === "other" ? "#4b2f23" : darker(hair, 0.06);
  return (
    both("p", ellipse(47, 303, 25, 18, "url(#blush)")) +
    (spec.freckles ? freckles() : "") +
    beard(spec, beardTone, chin) +
    years(spec, skin) +
    eyes(spec, iris, skin) +
    brows(spec, browTone) +
    `<g transform="translate(${Math.round(spec.turn * 0.5)} 0)">${nose(skin, spec.gender === "male")}</g>` +
    mouth(spec, skin) +
    glasses(spec.glasses)
  );
}
