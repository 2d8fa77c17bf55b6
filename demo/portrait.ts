import { backdrop } from "./portrait/backdrop.ts";
import { picture } from "./portrait/draw.ts";
import { bust, figureDefs } from "./portrait/figure.ts";
import { type LifeSpec, lifeSpecs } from "./portrait/life.ts";
import { atmosphere } from "./portrait/light.ts";
import { type ScenerySpec, scenerySpecs } from "./portrait/scenery.ts";
import { type PortraitSpec, portraitSpecs } from "./portrait/spec.ts";

export { type LifeSpec, lifeSvg } from "./portrait/life.ts";
export { type ScenerySpec, scenerySpecs, scenerySvg } from "./portrait/scenery.ts";
export { ageGroup, hairWeights, type PortraitSpec, portraitSpecs } from "./portrait/spec.ts";
export type { AgeGroup } from "./portrait/styles.ts";

/** 480 × 600, one self-contained SVG document under 16 kB. */
export function portraitSvg(spec: PortraitSpec): string {
  const scene = backdrop(spec.scene, spec.seed);
  const air = atmosphere(spec.light, spec.seed);
  const defs = `${scene.defs}${figureDefs(spec)}${air.defs}<filter id="soft"><feGaussianBlur stdDeviation="7"/></filter>`;
  // Closer pictures keep the eyes at the same height.
  const place = `translate(${240 + spec.shift} 316) scale(${spec.zoom.toFixed(3)}) translate(0 -278)`;
  return picture(defs, `<g filter="url(#soft)">${scene.body}</g><g transform="${place}">${bust(spec)}</g>${air.over}`);
}

const POOLS = { seed: "liaison", portraits: 160, sceneries: 32 } as const;

/** Enough that a page of 24 cards rarely repeats a face. */
export const PORTRAITS: readonly PortraitSpec[] = portraitSpecs(POOLS.seed, POOLS.portraits);
export const SCENERIES: readonly ScenerySpec[] = scenerySpecs(POOLS.seed, POOLS.sceneries);
/** Two of each person of the pool, at places 2n and 2n + 1. */
export const LIVES: readonly LifeSpec[] = PORTRAITS.flatMap((portrait) => lifeSpecs(portrait));
