import { both, curve, fill, line, mirror, type Point, pts } from "./draw.ts";
import { SKINS, type Skin } from "./palette.ts";
import type { PortraitSpec } from "./spec.ts";

export const skinOf = (spec: PortraitSpec): Skin => SKINS[spec.skin] as Skin;

export interface Build {
  neck: number;
  shoulder: number;
  female: boolean;
  /** Half widths of a figure, whose arms are drawn apart; null for head and shoulders. */
  torso: { waist: number; hip: number } | null;
  /** Lower end of body and clothes on the sheet. */
  bottom: number;
}

/** Half widths at waist and hips, relative to the shoulders. */
export function girth({ gender, body }: PortraitSpec): { waist: number; hip: number } {
  const female = gender === "female";
  const by = {
    slim: [0.5, 0.6],
    average: [0.58, 0.7],
    athletic: [0.56, 0.64],
    curvy: [0.82, 1.02],
    full: [1, 1.12],
    other: [0.58, 0.7],
  } as const;
  const [waist, hip] = by[body];
  return female ? { waist, hip } : { waist: waist + 0.08, hip: hip - 0.08 };
}

export function build(spec: PortraitSpec): Build {
  const female = spec.gender === "female";
  const wide = { slim: -14, average: 0, athletic: female ? 4 : 14, curvy: 16, full: 42, other: 0 }[spec.body];
  const thick = { slim: -2, average: 0, athletic: female ? 0 : 4, curvy: 3, full: 9, other: 0 }[spec.body];
  const shoulder = (female ? 142 : 174) + wide;
  const { waist, hip } = girth(spec);
  const torso = spec.frame === "bust" ? null : { waist: shoulder * waist, hip: shoulder * hip };
  return { neck: (female ? 35 : 47) + thick, shoulder, female, torso, bottom: torso ? 980 : 700 };
}

/** The left side from the neck down, `grow` px outside the skin. */
export function side({ neck, shoulder, female, torso, bottom }: Build, grow = 0): Point[] {
  const top = pts(
    `${-neck - 5 - grow},${416 - grow} ${-neck - 24},${434 - grow} ` +
      `${-shoulder * 0.62},${449 - grow} ${-shoulder * 0.9 - grow * 0.5},${470 - grow} `.trim(),
  );
  if (!torso) return [...top, ...pts(`${-shoulder - 4 - grow},506 ${-shoulder - 16 - grow},580 ${-shoulder - 22 - grow},700`)];
  const { waist, hip } = torso;
  const chest = Math.max(waist + 8, shoulder * (female ? 0.84 : 0.88));
  return [
    ...top,
    ...pts(
      `${-shoulder - 2 - grow},506 ${-chest - grow},590 ${-chest + 6 - grow},640 ` +
        `${-waist - grow},745 ${-hip - grow},890 ${-hip - grow},${bottom}`,
    ),
  ];
}

/** The outline between a left side and its mirror image. */
export function closedSides(left: Point[]): string {
  const [x, y] = left.at(-1) as Point;
  return `${curve(left)}L${-x},${y}${curve(mirror(left).reverse()).replace("M", "L")}Z`;
}

export function skinBody(spec: PortraitSpec, skin: Skin, chin: number): string {
  const b = build(spec);
  const left: Point[] = [[-b.neck + 2, 300], [-b.neck + 1, 380], ...side(b)];
  const outline = closedSides(left);
  return (
    `<clipPath id="b"><path id="u" d="${outline}"/></clipPath><use href="#u" fill="url(#body)"/><g clip-path="url(#b)">` +
    fill(curve(pts(`-90,330 -62,${chin + 8} -6,${chin + 34} 50,${chin + 26} 96,330`), true), skin.shade, 0.75) +
    fill(curve(pts(`${b.neck - 22},380 ${b.neck - 10},416 ${b.neck + 30},440 ${b.neck + 60},420`), true), skin.shade, 0.3) +
    both(
      "n",
      line(
        curve(pts(`${b.neck + 40},462 44,470 12,482`)) +
          curve(pts(`${b.shoulder - 34},540 ${b.shoulder - 42},600 ${b.shoulder - 40},680`)),
        skin.shade,
        4.5,
        0.5,
      ),
    ) +
    tattoo(spec, b) +
    `</g>`
  );
}

function tattoo(spec: PortraitSpec, b: Build): string {
  if (spec.tattoos === "none") return "";
  const ink = spec.skin > 4 ? "#2a1a1c" : "#46566b";
  const neck = fill(
    [
      [0, 0, 9],
      [13, 20, 7],
      [-4, 34, 5],
    ]
      .map(
        ([x = 0, y = 0, r = 0]) =>
          `M${b.neck - 16 + x},${376 + y - r}q1,${r - 1} ${r},${r}q${1 - r},1 ${-r},${r}q-1,${1 - r} ` +
          `${-r},${-r}q${r - 1},-1 ${r},${-r}z`,
      )
      .join(""),
    ink,
    0.7,
  );
  const x = -b.shoulder + 6;
  const arm = line(
    `M${x},510c14,-10 28,2 22,16s-24,8 -20,-8m4,34c12,-8 26,0 24,12m-36,12l30,6m-32,10l32,6m-32,10l32,6`,
    ink,
    4,
    0.6,
  );
  return spec.tattoos === "many" ? neck + arm : spec.seed % 2 ? neck : arm;
}
