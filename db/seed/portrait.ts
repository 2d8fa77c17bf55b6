import { backdrop } from "./portrait/backdrop.ts";
import { skinBody, skinOf } from "./portrait/body.ts";
import { clothes } from "./portrait/clothes.ts";
import { darker, ellipse, fill, glow, gradient, lighter, lighting, picture, rect } from "./portrait/draw.ts";
import { earrings, ears, face, headShape } from "./portrait/face.ts";
import { hair } from "./portrait/hair.ts";
import { type ScenerySpec, scenerySpecs } from "./portrait/scenery.ts";
import { type PortraitSpec, portraitSpecs } from "./portrait/spec.ts";

export { type ScenerySpec, scenerySpecs, scenerySvg } from "./portrait/scenery.ts";
export { ageGroup, hairWeights, type PortraitSpec, portraitSpecs } from "./portrait/spec.ts";
export type { AgeGroup } from "./portrait/styles.ts";

/** 480 × 600, one self-contained SVG document under 12 kB. */
export function portraitSvg(spec: PortraitSpec): string {
  const skin = skinOf(spec);
  const head = headShape(spec);
  const locks = hair(spec);
  const wear = clothes(spec);
  const scene = backdrop(spec.scene, spec.seed);
  const tone = spec.hairShade;
  const defs =
    scene.defs +
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
    lighting(0.25, 0.28) +
    `<filter id="soft"><feGaussianBlur stdDeviation="6"/></filter>` +
    `<clipPath id="f"><path id="v" d="${head.path}"/></clipPath>`;
  const lean = `rotate(${spec.tilt} 0 410)`;
  const wide = `scale(${spec.faceWidth.toFixed(3)} 1)`;
  const shade = locks.shadow ? `<g transform="translate(3 12)">${fill(locks.shadow, skin.shade, 0.55)}</g>` : "";
  const figure =
    `<g transform="translate(0 -12)">${wear.behind}</g>` +
    `<g transform="${lean} ${wide}">${locks.back}</g>` +
    `<g transform="translate(0 -12)">${skinBody(spec, skin, head.chin)}${wear.front}</g>` +
    `<g transform="${lean} ${wide}">` +
    ears(skin) +
    earrings(spec.earrings) +
    `<use href="#v" fill="url(#skin)"/>` +
    `<g clip-path="url(#f)">${shade}${ellipse(78, 300, 34, 110, skin.shade, 0.28)}</g>` +
    `<g transform="translate(${spec.turn} 0)">${face(spec, tone)}</g>${locks.front}` +
    `</g>`;
  const z = spec.zoom.toFixed(3);
  return picture(
    defs,
    `<g filter="url(#soft)">${scene.body}</g>` +
      `<g transform="translate(240 338) scale(${z}) translate(0 -296)">${figure}</g>` +
      rect(0, 0, 480, 600, "url(#light)") +
      rect(0, 0, 480, 600, "url(#fall)"),
  );
}

const POOLS = { seed: "liaison", portraits: 240, sceneries: 48 } as const;

/** Enough that a page of 24 cards rarely repeats a face. */
export const PORTRAITS: readonly PortraitSpec[] = portraitSpecs(POOLS.seed, POOLS.portraits);
export const SCENERIES: readonly ScenerySpec[] = scenerySpecs(POOLS.seed, POOLS.sceneries);
