import { createRandom } from "#demo/random.ts";
import { gradient, lighting, picture, rect } from "./draw.ts";
import { INDOORS } from "./scenery-indoors.ts";
import { OUTDOORS } from "./scenery-outdoors.ts";
import { type Painter, ROOMS, type Scene, SKIES, type Sky } from "./scenery-things.ts";

const MOTIFS = [
  "beach",
  "mountains",
  "canal",
  "coffee",
  "dog",
  "sunset",
  "citynight",
  "tent",
  "bookandtea",
  "lighthouse",
  "balloon",
  "vineyard",
  "guitar",
  "cat",
  "sailing",
  "kitchen",
] as const;
export type Motif = (typeof MOTIFS)[number];

export interface ScenerySpec {
  motif: Motif;
  /** Index of the motif's light: morning, noon, evening. */
  light: number;
  flip: boolean;
  seed: number;
}

/** Every motif comes before any repeats in another light. */
export function scenerySpecs(seed: number | string, n: number): ScenerySpec[] {
  const random = createRandom(seed, 78);
  return Array.from({ length: n }, (_, i) => ({
    motif: MOTIFS[i % MOTIFS.length] as Motif,
    light: Math.floor(i / MOTIFS.length) % 3,
    flip: random.chance(0.5),
    seed: random.int(1, 1e9),
  }));
}

const PAINTERS: Record<Motif, Painter> = { ...OUTDOORS, ...INDOORS };

export function sceneOf({ seed, motif, light }: ScenerySpec): Scene {
  return PAINTERS[motif](createRandom(seed, 11), SKIES[light % 3] as Sky, ROOMS[light % 3] as Sky);
}

/** 480 × 600, one self-contained SVG document under 12 kB. */
export function scenerySvg(spec: ScenerySpec): string {
  const { sky, body, front = "" } = sceneOf(spec);
  const defs =
    gradient("sky", [
      [0, sky[0]],
      [0.55, sky[1]],
      [1, sky[2]],
    ]) + lighting(0.2, 0.2);
  const whole = rect(-10, -10, 500, 620, "url(#sky)") + body + front;
  return picture(
    defs,
    (spec.flip ? `<g transform="translate(480 0) scale(-1 1)">${whole}</g>` : whole) +
      rect(0, 0, 480, 600, "url(#light)") +
      rect(0, 0, 480, 600, "url(#fall)"),
  );
}
