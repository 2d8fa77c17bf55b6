import { backdrop } from "./portrait/backdrop.ts";
import { ellipse, picture } from "./portrait/draw.ts";
import { bust, figureDefs } from "./portrait/figure.ts";
import { figure } from "./portrait/half.ts";
import { atmosphere } from "./portrait/light.ts";
import { type ScenerySpec, scenerySpecs } from "./portrait/scenery.ts";
import { type PortraitSpec, portraitSpecs } from "./portrait/spec.ts";

export { type LifeSpec, lifeSpecs, lifeSvg } from "./portrait/life.ts";
export { ownLook } from "./portrait/look.ts";
export { type ScenerySpec, scenerySpecs, scenerySvg } from "./portrait/scenery.ts";
export { ageGroup, hairWeights, type PortraitSpec, portraitSpecs } from "./portrait/spec.ts";
export type { AgeGroup } from "./portrait/styles.ts";

/** 480 × 600, one self-contained SVG document under 16 kB. */
export function portraitSvg(spec: PortraitSpec): string {
  const scene = backdrop(spec.scene, spec.seed);
  const air = atmosphere(spec.light, spec.seed);
  const blur = spec.frame === "bust" ? 7 : 4;
  const defs = `${scene.defs}${figureDefs(spec)}${air.defs}<filter id="soft"><feGaussianBlur stdDeviation="${blur}"/></filter>`;
  return picture(defs, `<g filter="url(#soft)">${scene.body}</g>${placed(spec)}${air.over}`);
}

function placed(spec: PortraitSpec): string {
  const x = 240 + spec.shift;
  const at = (scale: number, y: number, body: string) =>
    `<g transform="translate(${x} ${y}) scale(${scale.toFixed(3)})">${body}</g>`;
  switch (spec.frame) {
    case "bust":
      // Closer pictures keep the eyes at the same height.
      return `<g transform="translate(${x} 316) scale(${spec.zoom.toFixed(3)}) translate(0 -278)">${bust(spec)}</g>`;
    case "half":
      return at(0.58 + spec.zoom * 0.12, -28, figure(spec));
    case "full":
      return ellipse(x, 578, 90, 12, "#1a1020", 0.3) + at(0.365, 18, figure(spec));
  }
}

const POOLS = { seed: "liaison", portraits: 160, sceneries: 32 } as const;

/** What members look like; those with a picture of their own are drawn after one of these. */
export const PORTRAITS: readonly PortraitSpec[] = portraitSpecs(POOLS.seed, POOLS.portraits);
export const SCENERIES: readonly ScenerySpec[] = scenerySpecs(POOLS.seed, POOLS.sceneries);
