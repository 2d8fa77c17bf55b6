import { createRandom } from "#demo/random.ts";
import { skinOf } from "./body.ts";
import { ellipse, gradient, line, picture, rect } from "./draw.ts";
import { bust, figureDefs, fromBehind, type Stance, standing } from "./figure.ts";
import { atmosphere } from "./light.ts";
import { type Motif, type ScenerySpec, sceneOf } from "./scenery.ts";
import { LIGHTS, type Light, type PortraitSpec } from "./spec.ts";

type Pose = "table" | "beside" | "selfie" | "standing" | "away";

export interface LifeSpec {
  person: PortraitSpec;
  pose: Pose;
  stance: Stance;
  scene: ScenerySpec;
  light: Light;
}

/** How a person fits into a motif, and where (x of 480). */
const PLACES: Partial<Record<Motif, readonly (readonly [Pose, number])[]>> = {
  beach: [
    ["standing", 150],
    ["away", 300],
    ["selfie", 190],
  ],
  mountains: [
    ["away", 170],
    ["standing", 300],
    ["selfie", 280],
  ],
  canal: [["standing", 92]],
  coffee: [["table", 316]],
  kitchen: [["table", 236]],
  dog: [["beside", 108]],
  cat: [["beside", 96]],
  sunset: [
    ["away", 330],
    ["selfie", 200],
  ],
  citynight: [["selfie", 260]],
  lighthouse: [["selfie", 300]],
  sailing: [["selfie", 180]],
  vineyard: [["selfie", 200]],
  balloon: [["away", 120]],
  tent: [["standing", 120]],
};

/** Two scenes of one person: first near, then from further away. */
export function lifeSpecs(person: PortraitSpec): LifeSpec[] {
  const random = createRandom(person.seed, 21);
  const all = Object.entries(PLACES).flatMap(([motif, list]) => list.map(([pose]) => ({ motif: motif as Motif, pose })));
  const near = all.filter(({ pose }) => pose !== "standing" && pose !== "away");
  const first = random.pick(near);
  const far = random.pick(all.filter(({ motif, pose }) => motif !== first.motif && !near.some((one) => one.pose === pose)));
  return [first, far].map(({ motif, pose }) => ({
    // Another day: other clothes' colour is left, but head and look differ.
    person: {
      ...person,
      frame: "bust" as const,
      tilt: random.int(-7, 7),
      turn: pose === "table" || pose === "selfie" ? random.pick([-13, -4, 4, 13]) : random.int(-6, 6),
      gaze: random.int(-4, 4),
      smile: random.pick(["soft", "open", "wide", "laugh"] as const),
      glasses: person.glasses === "sun" && pose === "table" ? "none" : person.glasses,
    },
    pose,
    stance: random.pick(["relaxed", "wave", "hip"] as const),
    scene: { motif, light: random.int(0, 2), flip: false, seed: random.int(1, 1e9) },
    light: motif === "citynight" ? "flash" : random.pick(LIGHTS.filter((light) => light !== "flash")),
  }));
}

/** 480 × 600, one self-contained SVG document under 16 kB. */
export function lifeSvg({ person, pose, stance, scene, light }: LifeSpec): string {
  const { sky, body, front = "" } = sceneOf(scene);
  const air = atmosphere(light, person.seed);
  const x = PLACES[scene.motif]?.find(([one]) => one === pose)?.[1] ?? 240;
  const defs =
    gradient("sky", [
      [0, sky[0]],
      [0.55, sky[1]],
      [1, sky[2]],
    ]) +
    figureDefs(person) +
    air.defs +
    `<filter id="far"><feGaussianBlur stdDeviation="${pose === "selfie" ? 4 : 1.2}"/></filter>`;
  const behind = `<g filter="url(#far)">${rect(-10, -10, 500, 620, "url(#sky)")}${body}</g>`;
  return picture(
    defs,
    behind + placed(person, pose, stance, x) + front + (pose === "table" ? forearms(person, x) : "") + air.over,
  );
}

function placed(person: PortraitSpec, pose: Pose, stance: Stance, x: number): string {
  const at = (scale: number, y: number, content: string) => `<g transform="translate(${x} ${y}) scale(${scale})">${content}</g>`;
  switch (pose) {
    case "table":
      return at(0.6, 10, bust(person));
    case "beside":
      return at(0.66, 160, bust(person));
    case "selfie":
      return at(0.92, 10, bust(person)) + reach(person, x);
    case "standing":
      return shadow(x) + at(0.29, 118, standing(person, stance));
    case "away":
      return shadow(x) + at(0.29, 118, fromBehind(person, stance));
  }
}

const shadow = (x: number) => ellipse(x, 560, 74, 11, "#1a1020", 0.28);

function reach(person: PortraitSpec, x: number): string {
  const right = x < 240;
  const [from, to] = right ? [x + 118, 520] : [x - 118, -40];
  return (
    line(`M${from},500Q${(from + to) / 2},560 ${to},640`, person.cloth, 92) +
    line(`M${from},474Q${(from + to) / 2},520 ${to},586`, "#fff3e0", 5, 0.14)
  );
}

function forearms(person: PortraitSpec, x: number): string {
  const skin = skinOf(person);
  const arm = (side: number) =>
    line(`M${x + side * 104},424Q${x + side * 92},470 ${x + side * 36},462`, person.cloth, 40) +
    ellipse(x + side * 26, 461, 19, 15, skin.base) +
    line(`M${x + side * 18},455h${side * 8}M${x + side * 15},462h${side * 9}`, skin.shade, 2, 0.6);
  return arm(-1) + arm(1);
}
