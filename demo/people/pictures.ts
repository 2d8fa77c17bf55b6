import type { Gender } from "#db/schema/attributes.ts";
import type { Interest } from "#db/schema/interests.ts";
import { type AgeGroup, hairWeights, lifeSpecs, ownLook, PORTRAITS, type PortraitSpec, SCENERIES } from "#demo/portrait.ts";
import { createRandom, type Random } from "#demo/random.ts";

const byLooks = Map.groupBy(PORTRAITS.keys(), (i) => {
  const spec = PORTRAITS[i] as (typeof PORTRAITS)[number];
  return `${spec.gender}|${spec.hair}|${spec.ageGroup}`;
});
const byMotif = Map.groupBy(SCENERIES.keys(), (i) => SCENERIES[i]?.motif ?? "beach");

const SHOWN: Partial<Record<Interest, readonly (typeof SCENERIES)[number]["motif"][]>> = {
  animals: ["dog", "cat"],
  beach: ["beach", "sunset"],
  biking: ["canal"],
  coffee: ["coffee"],
  cooking: ["kitchen"],
  foodie: ["kitchen"],
  hiking: ["mountains", "tent"],
  music: ["guitar"],
  outdoors: ["tent", "mountains"],
  party: ["citynight"],
  reading: ["bookandtea"],
  tea: ["bookandtea"],
  travelling: ["balloon", "lighthouse", "sailing"],
  wine: ["vineyard"],
  adventure: ["balloon", "sailing"],
  photography: ["lighthouse", "sunset"],
  dancing: ["citynight"],
  vegetarian: ["kitchen"],
};

export function drawPortrait(random: Random, gender: Gender, age: AgeGroup, niche: number): number {
  const hair = random.weighted(hairWeights(gender, age).filter(([colour]) => byLooks.has(`${gender}|${colour}|${age}`)));
  const found = byLooks.get(`${gender}|${hair}|${age}`) ?? [];
  const round = niche === 4 ? found.filter((i) => ["curvy", "full"].includes(PORTRAITS[i]?.body ?? "")) : [];
  return random.pick(round.length > 0 ? round : found);
}

/** Members of a seed with a picture of their own; later ones share those of `PORTRAITS`. */
const OWN_LOOKS = 2000;

/** How the member looks whose profile says what `PORTRAITS[portrait]` shows. */
export function lookOf(portrait: number, index: number, { seed, niche }: { seed: number | string; niche: number }): PortraitSpec {
  const like = PORTRAITS[portrait] as PortraitSpec;
  return index < OWN_LOOKS
    ? ownLook(createRandom(`${seed}:look`, index), like, niche === 4 || niche === 5 ? "figure" : "face")
    : like;
}

/** A scenery is one of `SCENERIES`; the others show the person. */
export type Picture =
  | { kind: "portrait"; look: PortraitSpec }
  | { kind: "life"; look: PortraitSpec; scene: 0 | 1 }
  | { kind: "scenery"; index: number };

/** The portrait, then the same person from life, then what the person likes. */
export function drawPhotos(random: Random, look: PortraitSpec, interests: readonly Interest[]): Picture[] {
  const lives = random.weighted([
    [0, 26],
    [1, 40],
    [2, 34],
  ]);
  const motifs = [...new Set(random.shuffle(interests.flatMap((interest) => SHOWN[interest] ?? [])))];
  const shown = new Set(
    lifeSpecs(look)
      .slice(0, lives)
      .map(({ scene }) => scene.motif),
  );
  const motif = motifs.find((one) => !shown.has(one));
  const first: Picture[] = [{ kind: "portrait", look }];
  for (const scene of [0, 1] as const) if (scene < lives) first.push({ kind: "life", look, scene });
  return motif && random.chance(0.25) ? [...first, { kind: "scenery", index: random.pick(byMotif.get(motif) ?? [0]) }] : first;
}
