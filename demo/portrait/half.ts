import { build, closedSides, side, skinBody, skinOf } from "./body.ts";
import { clothes } from "./clothes.ts";
import { both, curve, darker, ellipse, fill, lighter, line, type Point } from "./draw.ts";
import { headShape } from "./face.ts";
import { head, TROUSERS } from "./figure.ts";
import type { Skin } from "./palette.ts";
import type { Arm, PortraitSpec } from "./spec.ts";

const SLEEVELESS = new Set<PortraitSpec["garment"]>(["straps", "offshoulder", "sweetheart"]);
const SHORT_SLEEVED = new Set<PortraitSpec["garment"]>(["tee", "vneck", "polo", "henley", "stripes", "wrap"]);

/** From the head to the thighs, or to the feet at y 1538; arms and hands have a pose each. */
export function figure(spec: PortraitSpec): string {
  const skin = skinOf(spec);
  const wear = clothes(spec);
  const { back, front } = head(spec);
  const b = build(spec);
  const { hip = b.shoulder } = b.torso ?? {};
  const [left, right] = [arm(spec, spec.arms[0], -1, skin), arm(spec, spec.arms[1], 1, skin)];
  const lowered = (part: string) => part && `<g transform="translate(0 -12)">${part}</g>`;
  // The garment is cut to the torso, so that flaps and folds end where the body does.
  const dressed =
    `<clipPath id="bt"><path d="${closedSides([[0, 380], ...side(b, 8)])}"/></clipPath>` +
    `<g clip-path="url(#bt)">${fill(closedSides(side(b, 5).slice(6)), "url(#cloth)")}${wear.front}</g>`;
  return (
    lowered(wear.behind) +
    back +
    legs(spec, hip) +
    left.behind +
    right.behind +
    lowered(skinBody(spec, skin, headShape(spec).chin) + dressed) +
    waistline(spec, hip) +
    left.front +
    right.front +
    front
  );
}

function legs(spec: PortraitSpec, hip: number): string {
  const skin = skinOf(spec);
  const inDress = wearsDress(spec);
  const trousers = trousersOf(spec);
  const leg = curve(
    [
      [3, 940],
      [hip * 0.96, 900],
      [hip * 0.84, 1180],
      [hip * 0.58, 1500],
      [hip * 0.24, 1500],
      [hip * 0.2, 1200],
    ],
    true,
  );
  const seam = line(
    curve([
      [hip * 0.86, 960],
      [hip * 0.7, 1180],
      [hip * 0.5, 1480],
    ]),
    darker(inDress ? skin.base : trousers, 0.35),
    5,
    0.35,
  );
  const shoe = ellipse(hip * 0.42, 1516, 50, 22, "#2c2530");
  return both("lg", fill(leg, inDress ? skin.base : trousers) + seam + shoe);
}

const wearsDress = (spec: PortraitSpec) =>
  spec.gender === "female" && (SLEEVELESS.has(spec.garment) || spec.garment === "wrap" || spec.seed % 3 === 0);
const trousersOf = (spec: PortraitSpec) => TROUSERS[spec.seed % TROUSERS.length] as string;

/** A skirt that swings out from the hips, or trousers below a loose hem. */
function waistline(spec: PortraitSpec, hip: number): string {
  if (!wearsDress(spec)) {
    const colour = trousersOf(spec);
    return (
      fill(`M${-hip},952Q0,984 ${hip},952L${hip},1010Q0,1060 ${-hip},1010Z`, colour) +
      line(`M${-hip + 4},954Q0,986 ${hip - 4},954`, darker(spec.cloth, 0.4), 6, 0.5) +
      line("M0,985V1100", darker(colour, 0.4), 5, 0.5)
    );
  }
  const { waist = hip } = build(spec).torso ?? {};
  return (
    fill(
      `M${-hip - 2},880C${-hip - 20},980 ${-hip - 34},1060 ${-hip - 48},1160Q0,1200 ${hip + 48},1160C${hip + 34},1060 ${hip + 20},980 ${hip + 2},880Z`,
      "url(#cloth)",
    ) +
    line(`M${-waist},742Q0,764 ${waist},742`, darker(spec.cloth, 0.36), 12, 0.7) +
    both("sk", line(`M${hip * 0.5},800C${hip * 0.6},920 ${hip * 0.8},1040 ${hip * 0.86},1150`, darker(spec.cloth, 0.35), 5, 0.4))
  );
}

interface Drawn {
  behind: string;
  front: string;
}

/** `sign` −1 is the left of the picture. */
function arm(spec: PortraitSpec, pose: Arm, sign: -1 | 1, skin: Skin): Drawn {
  const b = build(spec);
  const { shoulder: s } = b;
  const { waist = s, hip = s } = b.torso ?? {};
  const outer = Math.max(s + 4, hip + 10);
  const places: Record<Arm, readonly [Point, Point]> = {
    relaxed: [
      [outer + 16, 690],
      [outer + 4, 868],
    ],
    hip: [
      [Math.max(s + 66, waist + 90), 668],
      [waist - 6, 770],
    ],
    pocket: [
      [outer + 22, 690],
      [hip - 10, 880],
    ],
    hair: [
      [s + 92, 420],
      [104, 236],
    ],
    cup: [
      [outer + 4, 700],
      [58, 640],
    ],
  };
  const [elbow, hand] = places[pose];
  const thick =
    (b.female ? 25 : 31) * ({ full: 1.42, curvy: 1.2, athletic: 1.08, slim: 0.9, average: 1, other: 1 } as const)[spec.body];
  const joint: Point = [s - thick - 1, 506];
  const at = ([x, y]: Point): Point => [sign * x, y];
  const bones = [joint, elbow, hand].map(at) as [Point, Point, Point];
  const sleeve = SLEEVELESS.has(spec.garment) ? 0 : SHORT_SLEEVED.has(spec.garment) ? 0.62 : 2;
  const shade = darker(skin.base, 0.2);
  const drawn =
    limb(bones, thick, skin.base) +
    (sleeve === 0 ? "" : sleeve < 1 ? cuffed(bones, thick, spec.cloth) : limb(bones, thick + 5, "url(#cloth)")) +
    line(
      `M${bones[1][0] - sign * thick * 0.5},${bones[1][1] - 8}q${sign * 8},10 ${sign * -2},22`,
      sleeve > 1 ? darker(spec.cloth, 0.4) : shade,
      4,
      0.45,
    ) +
    (pose === "pocket" ? pocket(bones[2], sign, spec) : fingers(bones[2], thick, sign, pose, skin));
  const cup = pose === "cup" ? mug(bones[2], sign) : "";
  return pose === "hair" || pose === "relaxed" ? { behind: drawn, front: "" } : { behind: "", front: drawn + cup };
}

/** Tapers from the joint to the wrist. */
function limb([joint, elbow, hand]: readonly [Point, Point, Point], thick: number, colour: string): string {
  const across = (from: Point, to: Point, width: number): Point => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const long = Math.hypot(dx, dy) || 1;
    return [(-dy / long) * width, (dx / long) * width];
  };
  const widths = [thick, thick * 0.84, thick * 0.58] as const;
  const normals = [across(joint, elbow, widths[0]), across(joint, hand, widths[1]), across(elbow, hand, widths[2])] as const;
  const points = [joint, elbow, hand] as const;
  const along = points.map((p, i): Point => [p[0] + (normals[i]?.[0] ?? 0), p[1] + (normals[i]?.[1] ?? 0)]);
  const backAgain = points.map((p, i): Point => [p[0] - (normals[i]?.[0] ?? 0), p[1] - (normals[i]?.[1] ?? 0)]).reverse();
  const cap = ellipse(joint[0], joint[1], widths[0], widths[0], colour);
  const bend = ellipse(elbow[0], elbow[1], widths[1], widths[1], colour);
  return cap + bend + fill(curve([...along, ...backAgain], true), colour);
}

function cuffed([joint, elbow]: readonly [Point, Point, Point], thick: number, colour: string): string {
  const end: Point = [joint[0] + (elbow[0] - joint[0]) * 0.62, joint[1] + (elbow[1] - joint[1]) * 0.62];
  const d = `M${Math.round(joint[0])},${Math.round(joint[1])}L${Math.round(end[0])},${Math.round(end[1])}`;
  return `<path d="${d}" stroke="${colour}" stroke-width="${Math.round(2 * thick + 9)}" stroke-linecap="butt"/>${ellipse(joint[0], joint[1], thick + 4, thick + 4, colour)}`;
}

function fingers([x, y]: Point, thick: number, sign: number, pose: Arm, skin: Skin): string {
  const size = thick * 0.8;
  const dark = darker(skin.shade, 0.1);
  const knuckles = (dx: number, dy: number) =>
    line(`M${Math.round(x - dx)},${Math.round(y + dy)}l${sign * -9},3m${sign * 2},8l${sign * -9},3`, dark, 2.4, 0.6);
  switch (pose) {
    case "hair":
      return ellipse(x, y, size, size * 1.1, skin.base);
    case "hip":
      return ellipse(x - sign * 8, y + 4, size * 1.15, size * 0.8, skin.base) + knuckles(sign * 14, -4);
    case "cup":
      return ellipse(x, y, size, size, skin.base) + knuckles(sign * 6, -6);
    default:
      return (
        ellipse(x - sign * 2, y + 14, size * 0.82, size * 1.25, skin.base) +
        ellipse(x - sign * (size * 0.8), y + 8, size * 0.32, size * 0.7, skin.base)
      );
  }
}

/** The hand is in it: only its edge and the wrist's shadow are seen. */
const pocket = ([x, y]: Point, sign: number, spec: PortraitSpec) =>
  fill(
    `M${Math.round(x - sign * 40)},${Math.round(y + 4)}L${Math.round(x + sign * 26)},${Math.round(y - 14)}L${Math.round(x + sign * 22)},${Math.round(y + 64)}L${Math.round(x - sign * 36)},${Math.round(y + 70)}Z`,
    spec.cloth,
  ) +
  line(
    `M${Math.round(x - sign * 40)},${Math.round(y + 4)}L${Math.round(x + sign * 24)},${Math.round(y - 13)}`,
    darker(spec.cloth, 0.45),
    5,
    0.7,
  );

function mug([x, y]: Point, sign: number): string {
  const [cx, top] = [Math.round(x - sign * 26), Math.round(y - 44)];
  return (
    `<path d="M${cx - sign * 30},${top + 16}q${-sign * 26},4 ${-sign * 20},28t${sign * 22},12" fill="none" stroke="#efe6d8" stroke-width="9"/>` +
    fill(`M${cx - 34},${top}h68l-6,70q-28,12 -56,0z`, "#f6f1e7") +
    ellipse(cx, top, 34, 9, "#5a3826") +
    line(`M${cx - 34},${top}q34,14 68,0`, lighter("#efe6d8", 0.3), 5) +
    line(`M${cx - 10},${top - 18}q-8,-12 2,-24t0,-24M${cx + 12},${top - 16}q-8,-12 2,-22`, "#fff", 4, 0.4)
  );
}
