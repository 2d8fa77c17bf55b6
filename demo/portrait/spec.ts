import type { CodeOf } from "#db/schema/attribute-table.ts";
import type { Gender } from "#db/schema/attributes.ts";
import { createRandom, type Random } from "#demo/random.ts";
import { SCENES, type Scene } from "./backdrop.ts";
import { CLOTHES, HAIR_SHADES } from "./palette.ts";
import { type AgeGroup, GARMENTS, type Garment, HAIR_STYLES, type HairStyle } from "./styles.ts";

export type HairColour = CodeOf<"hair">;
type EyeColour = CodeOf<"eyes">;
type BodyType = CodeOf<"body">;
type Tattoos = CodeOf<"tattoos">;

/** Colour and side of the light that lies over a picture. */
export const LIGHTS = ["window", "golden", "shade", "flash"] as const;
export type Light = (typeof LIGHTS)[number];

export type Frame = "bust" | "half" | "full";
export type Arm = "relaxed" | "hip" | "pocket" | "hair" | "cup";

/** The same spec always draws the same picture. */
export interface PortraitSpec {
  gender: Gender;
  hair: HairColour;
  eyes: EyeColour;
  ageGroup: AgeGroup;
  body: BodyType;
  tattoos: Tattoos;
  skin: number;
  hairStyle: HairStyle;
  hairShade: string;
  /** 0 soft and round to 1 square. */
  jaw: number;
  faceWidth: number;
  smile: "soft" | "open" | "wide" | "smirk" | "laugh";
  beard: "none" | "stubble" | "short" | "full" | "moustache";
  glasses: "none" | "round" | "square" | "sun";
  earrings: "none" | "hoops" | "studs" | "drops";
  freckles: boolean;
  garment: Garment;
  cloth: string;
  under: string;
  scene: Scene;
  tilt: number;
  /** Sheet units that the features move to the side: 0 from the front, ±16 three-quarter. */
  turn: number;
  gaze: number;
  zoom: number;
  shift: number;
  light: Light;
  /** How much of the person is seen. */
  frame: Frame;
  /** Of a figure: the left and the right of the picture. */
  arms: readonly [Arm, Arm];
  seed: number;
}

export function ageGroup(years: number): AgeGroup {
  return years < 30 ? "young" : years < 45 ? "adult" : years < 60 ? "mature" : "senior";
}

/** The pool and the people share these proportions. */
export function hairWeights(gender: Gender, age: AgeGroup): [HairColour, number][] {
  const f = gender === "female";
  switch (age) {
    case "young":
      return [["brown", 34], ["black", 20], ["blond", 26], ["red", 8], ["other", f ? 9 : 3], ...bald(f, 2)];
    case "adult":
      return [["brown", 36], ["black", 20], ["blond", 23], ["red", 8], ["other", f ? 5 : 2], ...bald(f, 9)];
    case "mature":
      return [["brown", 26], ["black", 12], ["blond", 22], ["red", 6], ["grey", f ? 12 : 22], ["other", 2], ...bald(f, 12)];
    case "senior":
      return [["grey", 34], ["white", 32], ["blond", f ? 14 : 4], ["brown", f ? 10 : 6], ["red", f ? 4 : 1], ...bald(f, 14)];
  }
}

export const isFair = (hair: HairColour): boolean => hair === "blond" || hair === "red";

const bald = (female: boolean, weight: number): [HairColour, number][] => (female ? [] : [["bald", weight]]);

const CELLS: readonly (readonly [AgeGroup, number])[] = [
  ["young", 34],
  ["adult", 36],
  ["mature", 20],
  ["senior", 10],
];

/** `given` replaces what would be drawn, so that hair and clothes suit it. */
export function drawSpec(
  random: Random,
  { gender, ageGroup: age, hair }: Pick<PortraitSpec, "gender" | "ageGroup" | "hair">,
  scene: Scene,
  given?: Pick<PortraitSpec, "skin" | "eyes" | "body" | "tattoos">,
): PortraitSpec {
  const f = gender === "female";
  const fair = isFair(hair);
  const skin = given
    ? given.skin
    : fair
      ? random.weighted([
          [0, 5],
          [1, 6],
          [2, 3],
        ])
      : random.weighted([
          [0, 4],
          [1, 6],
          [2, 6],
          [3, 5],
          [4, 4],
          [5, hair === "black" ? 6 : 2],
          [6, hair === "black" ? 5 : 1],
          [7, hair === "black" ? 4 : 1],
        ]);
  const eyes: EyeColour =
    skin > 3
      ? random.weighted([
          ["brown", 9],
          ["hazel", 2],
        ])
      : random.weighted([
          ["blue", fair ? 7 : 3],
          ["green", 3],
          ["grey", 2],
          ["hazel", 3],
          ["brown", fair ? 1 : 6],
        ]);
  const garment = random.pick(GARMENTS.filter((g) => (g.genders as readonly Gender[]).includes(gender)));
  // Skin-coloured or white straps look like underwear.
  const bare = garment.name === "straps" || garment.name === "sweetheart";
  const styles = HAIR_STYLES.filter(
    (s) =>
      s.genders.includes(gender) &&
      s.ages.includes(age) &&
      (hair === "bald") === (s.bald ?? false) &&
      (s.skins ?? [0, 7])[0] <= skin &&
      skin <= (s.skins ?? [0, 7])[1],
  );
  const style = random.pick(styles).name;
  // Brown hair must contrast with brown skin, and a man's long hair with the women's styles.
  const shades = (HAIR_SHADES[hair] as readonly string[]).filter((shade) => skin < 5 || hair !== "brown" || shade < "#45");
  const bearded = style === "shoulder" || style === "manbun";
  const old = age === "mature" || age === "senior";
  return {
    gender,
    hair,
    eyes,
    ageGroup: age,
    skin,
    scene,
    hairStyle: style,
    hairShade: hair === "bald" && old ? random.pick(["#8d8884", "#b9b3ad"]) : random.pick(shades),
    body: random.weighted<BodyType>(
      f
        ? [
            ["slim", 26],
            ["average", 30],
            ["athletic", 14],
            ["curvy", 18],
            ["full", 9],
            ["other", 1],
          ]
        : [
            ["slim", 20],
            ["average", 36],
            ["athletic", 26],
            ["full", 14],
            ["other", 2],
          ],
    ),
    tattoos: random.weighted<Tattoos>(
      age === "senior"
        ? [
            ["none", 9],
            ["few", 1],
          ]
        : [
            ["none", 12],
            ["few", 6],
            ["many", 2],
          ],
    ),
    jaw: f ? random.next() * 0.45 : 0.4 + random.next() * 0.6,
    faceWidth: 0.95 + random.next() * 0.1,
    smile: random.weighted([
      ["soft", 4],
      ["open", 4],
      ["wide", 3],
      ["laugh", 0.7],
      ["smirk", f ? 1 : 2],
    ]),
    beard: f
      ? "none"
      : random.weighted(
          bearded
            ? [
                ["stubble", 2],
                ["short", 3],
                ["full", 2],
              ]
            : age === "young"
              ? [
                  ["none", 5],
                  ["stubble", 4],
                  ["short", 3],
                  ["moustache", 1],
                ]
              : [
                  ["none", 4],
                  ["stubble", 3],
                  ["short", 4],
                  ["full", 4],
                  ["moustache", 1],
                ],
        ),
    glasses: random.weighted([
      ["none", old ? 12 : 20],
      ["round", 3],
      ["square", old ? 4 : 2],
      ["sun", 1],
    ]),
    earrings: f
      ? random.weighted([
          ["none", 4],
          ["hoops", 3],
          ["studs", 3],
          ["drops", 3],
        ])
      : random.weighted([
          ["none", 9],
          ["studs", 1],
        ]),
    freckles: skin < 3 && random.chance(hair === "red" ? 0.6 : 0.12),
    garment: garment.name,
    cloth: random.pick(
      Object.values(CLOTHES).filter((c) => !bare || (c !== CLOTHES.white && c !== CLOTHES.cream && c !== CLOTHES.blush)),
    ),
    under: random.pick([CLOTHES.white, CLOTHES.cream, CLOTHES.charcoal, CLOTHES.navy, CLOTHES.blush]),
    ...drawPose(random),
    frame: "bust",
    arms: ["relaxed", "relaxed"],
    seed: random.int(1, 1e9),
    ...given,
  };
}

/** Close, bust and waist-up; half of them three-quarter, looking past the camera now and then. */
function drawPose(random: Random): Pick<PortraitSpec, "tilt" | "turn" | "gaze" | "zoom" | "shift" | "light"> {
  const zoom = random.weighted([
    [1.5, 3],
    [1.24, 5],
    [1.02, 4],
  ]);
  const side = random.pick([-1, 1]);
  const turn = random.chance(0.55) ? side * random.int(11, 17) : random.int(-4, 4);
  return {
    tilt: Math.abs(turn) > 8 ? Math.sign(turn) * random.int(1, 7) : random.int(-8, 8),
    turn,
    gaze: random.chance(0.3) ? Math.sign(turn || side) * random.int(4, 7) : Math.round(-turn / 4),
    zoom: zoom + random.next() * 0.12,
    shift: Math.round(random.int(-26, 26) - Math.sign(turn) * 8),
    light: random.pick(LIGHTS),
  };
}

/** Half women, half men. 80 or more portraits cover every hair colour that occurs at each age. */
export function portraitSpecs(seed: number | string, n: number): PortraitSpec[] {
  const random = createRandom(seed, 77);
  const wanted: [Gender, AgeGroup, HairColour][] = [];
  const genders = ["female", "male"] as const;
  for (const [age] of CELLS)
    for (const gender of genders) for (const [hair] of hairWeights(gender, age)) wanted.push([gender, age, hair]);
  while (wanted.length < n) {
    const gender = genders[wanted.length % 2] as Gender;
    const age = random.weighted(CELLS);
    wanted.push([gender, age, random.weighted(hairWeights(gender, age))]);
  }
  let scenes: Scene[] = [];
  return wanted.slice(0, n).map(([gender, age, hair]) => {
    if (scenes.length === 0) scenes = random.shuffle(SCENES);
    return drawSpec(random, { gender, ageGroup: age, hair }, scenes.pop() as Scene);
  });
}
