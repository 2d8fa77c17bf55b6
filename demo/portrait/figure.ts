import { build, girth, skinBody, skinOf } from "./body.ts";
import { clothes } from "./clothes.ts";
import { both, curve, darker, ellipse, fill, glow, gradient, lighter, line, mirror, type Point } from "./draw.ts";
import { ears, face, headShape } from "./face.ts";
import { hair } from "./hair.ts";
import type { PortraitSpec } from "./spec.ts";

export function figureDefs(spec: PortraitSpec): string {
  const skin = skinOf(spec);
  const tone = spec.hairShade;
  return (
    gradient(
      "skin",
      [
        [0, skin.light],
        [0.45, skin.base],
        [1, skin.shade],
      ],
      1,
      0.45,
    ) +
    gradient(
      "body",
      [
        [0, skin.base],
        [0.4, skin.base],
        [1, skin.shade],
      ],
      0.7,
      1,
    ) +
    gradient(
      "hair",
      [
        [0, lighter(tone, 0.22)],
        [0.5, tone],
        [1, darker(tone, 0.28)],
      ],
      0.5,
      1,
    ) +
    gradient("deep", [
      [0, darker(tone, 0.12)],
      [1, darker(tone, 0.48)],
    ]) +
    gradient(
      "cloth",
      [
        [0, lighter(spec.cloth, 0.16)],
        [0.6, spec.cloth],
        [1, darker(spec.cloth, 0.28)],
      ],
      0.6,
      1,
    ) +
    glow("blush", [
      [0, skin.blush, 0.5],
      [1, skin.blush, 0],
    ]) +
    `<clipPath id="f"><path id="v" d="${headShape(spec).path}"/></clipPath>`
  );
}

export function head(spec: PortraitSpec): { back: string; front: string } {
  const skin = skinOf(spec);
  const locks = hair(spec);
  const ear = ears(spec, skin);
  const lean = `rotate(${spec.tilt} 0 410) scale(${spec.faceWidth.toFixed(3)} 1)`;
  // Hair in front turns less than the face, hair behind turns the other way.
  const slide = (part: string, amount: number) =>
    part && `<g transform="translate(${Math.round(spec.turn * amount)} 0)">${part}</g>`;
  const squeeze = (1 - Math.abs(spec.turn) / 150).toFixed(3);
  const shade = locks.shadow ? `<g transform="translate(3 12)">${fill(locks.shadow, skin.shade, 0.55)}</g>` : "";
  return {
    back: `<g transform="${lean}">${slide(locks.back, -0.4)}</g>`,
    front:
      `<g transform="${lean}">` +
      ear.behind +
      `<use href="#v" fill="url(#skin)"/>` +
      `<g clip-path="url(#f)">${shade}${ellipse(78, 300, 34, 110, skin.shade, 0.28)}</g>` +
      `<g transform="translate(${spec.turn} 0) scale(${squeeze} 1)">${face(spec, spec.hairShade)}</g>` +
      ear.over +
      slide(locks.front, 0.35) +
      `</g>`,
  };
}

/** Head and shoulders; x is 0 in the middle, y as on the sheet. */
export function bust(spec: PortraitSpec): string {
  const wear = clothes(spec);
  const { back, front } = head(spec);
  const body = skinBody(spec, skinOf(spec), headShape(spec).chin);
  return (
    `<g transform="translate(0 -12)">${wear.behind}</g>${back}` +
    `<g transform="translate(0 -12)">${body}${wear.front}</g>${front}`
  );
}

type Arm = readonly [elbow: Point, hand: Point];
export type Stance = "relaxed" | "wave" | "hip";

export const TROUSERS = ["#31425f", "#4a4650", "#6b5a48", "#2b2c38", "#7c8aa0"];

interface Body {
  torso: string;
  legs: string;
  arms: string;
}

/** From the neck to the feet (y 1540): a dress and bare legs, or a top and trousers. */
function wholeBody(spec: PortraitSpec, stance: Stance): Body {
  const skin = skinOf(spec);
  const { shoulder: s, neck, female } = build(spec);
  const { waist, hip } = girth(spec);
  const [w, h] = [s * waist, s * hip];
  const dress = female && spec.seed % 2 === 0;
  const trousers = TROUSERS[spec.seed % TROUSERS.length] as string;
  const right: Point[] = [
    [neck + 8, 418],
    [s * 0.6, 446],
    [s - 16, 478],
    [s - 26, 580],
    [w, 720],
    [h, 880],
    ...(dress ? ([[h + 46, 1120]] as Point[]) : ([[h - 2, 960]] as Point[])),
  ];
  const torso =
    fill(
      `${curve(right)}L${-(right.at(-1) as Point)[0]},${(right.at(-1) as Point)[1]}${curve(mirror(right).reverse()).replace("M", "L")}Z`,
      "url(#cloth)",
    ) +
    line(
      curve([
        [-w * 0.5, 640],
        [-w * 0.7, 740],
        [-h * 0.6, 900],
      ]),
      darker(spec.cloth, 0.3),
      7,
      0.35,
    );
  const leg = curve(
    [
      [4, 930],
      [h * 0.98, 880],
      [h * 0.8, 1190],
      [h * 0.56, 1500],
      [h * 0.2, 1500],
      [h * 0.2, 1200],
    ],
    true,
  );
  const shoe = ellipse(h * 0.42, 1516, 50, 22, "#2c2530");
  const legs = both("lg", (dress ? fill(leg, skin.base) : fill(leg, trousers)) + shoe) + line("M0,960V1180", "#00000055", 5, 0.3);
  const thick = (female ? 48 : 60) * (spec.body === "full" ? 1.4 : spec.body === "curvy" ? 1.18 : 1);
  const poses: Record<Stance, readonly [Arm, Arm]> = {
    relaxed: [
      [
        [-s - 22, 690],
        [-s + 4, 880],
      ],
      [
        [s + 22, 690],
        [s - 4, 880],
      ],
    ],
    wave: [
      [
        [-s - 22, 690],
        [-s + 4, 880],
      ],
      [
        [s + 84, 560],
        [s + 96, 350],
      ],
    ],
    hip: [
      [
        [-s - 78, 680],
        [-h - 4, 820],
      ],
      [
        [s + 22, 690],
        [s - 4, 880],
      ],
    ],
  };
  const arms = poses[stance]
    .map(([elbow, hand], index) => {
      const joint: Point = [(index === 0 ? -1 : 1) * (s - 30), 500];
      return (
        line(curve([joint, elbow, hand]), skin.base, thick) +
        line(
          `M${joint}L${Math.round(joint[0] + (elbow[0] - joint[0]) * 0.7)},${Math.round(joint[1] + (elbow[1] - joint[1]) * 0.7)}`,
          spec.cloth,
          thick + 8,
        ) +
        ellipse(hand[0], hand[1], thick * 0.52, thick * 0.56, skin.base)
      );
    })
    .join("");
  return { torso, legs, arms };
}

/** Neck to feet with the face, 1,400 units high. */
export function standing(spec: PortraitSpec, stance: Stance): string {
  const skin = skinOf(spec);
  const { neck } = build(spec);
  const { back, front } = head(spec);
  const { torso, legs, arms } = wholeBody(spec, stance);
  const throat = fill(`M${-neck},330L${-neck - 6},440Q0,490 ${neck + 6},440L${neck},330z`, skin.shade);
  return `${legs}${back}${throat}${torso}${arms}${front}`;
}

const SHORT = new Set([
  "pixie",
  "shortwaves",
  "crop",
  "sidepart",
  "quiff",
  "buzz",
  "undercut",
  "curls",
  "messy",
  "slick",
  "shortafro",
  "receding",
]);

export function fromBehind(spec: PortraitSpec, stance: Stance): string {
  const skin = skinOf(spec);
  const { neck } = build(spec);
  const { torso, legs, arms } = wholeBody(spec, stance);
  const nape = fill(`M${-neck},330L${-neck - 6},450Q0,476 ${neck + 6},450L${neck},330z`, skin.base);
  const bald = spec.hairStyle === "shaved" || spec.hairStyle === "ring";
  const skull = `<use href="#v" fill="url(#skin)"/>${both("ea", ellipse(80, 266, 13, 24, skin.base))}`;
  const length = SHORT.has(spec.hairStyle) ? 318 : spec.hairStyle.startsWith("bob") || spec.hairStyle === "lob" ? 400 : 520;
  const wide = spec.hairStyle === "afro" || spec.hairStyle === "curly" ? 128 : SHORT.has(spec.hairStyle) ? 84 : 98;
  const fall = curve(
    [
      [0, 118],
      [wide * 0.72, 150],
      [wide, 240],
      [wide * 0.98, length - 50],
      [wide * 0.5, length],
      [0, length + 10],
      [-wide * 0.5, length],
      [-wide * 0.98, length - 50],
      [-wide, 240],
      [-wide * 0.72, 150],
    ],
    true,
  );
  const knot = spec.hairStyle === "bun" || spec.hairStyle === "manbun" ? ellipse(0, 130, 46, 42, "url(#deep)") : "";
  const cap = bald ? "" : fill(spec.hairStyle.endsWith("bun") ? fall.replace(/520|530/g, "330") : fall, "url(#hair)");
  const strands = bald
    ? ""
    : line(
        `M-30,150Q-46,240 -36,${length - 40}M6,140Q2,240 8,${length - 30}M38,150Q54,240 44,${length - 44}`,
        darker(spec.hairShade, 0.3),
        4,
        0.4,
      );
  return `${legs}${nape}${skull}${torso}${arms}<g transform="rotate(${spec.tilt} 0 410)">${cap}${strands}${knot}</g>`;
}
