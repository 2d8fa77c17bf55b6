import type { Random } from "#demo/random.ts";
import { SCENES } from "./backdrop.ts";
import { CLOTHES } from "./palette.ts";
import { drawSpec, type Frame, isFair, type PortraitSpec } from "./spec.ts";

/** Poses of both arms that belong together; half of them are drawn mirrored. */
const POSES: readonly (readonly [PortraitSpec["arms"], number])[] = [
  [["hip", "relaxed"], 4],
  [["hair", "hip"], 3],
  [["cup", "relaxed"], 3],
  [["pocket", "relaxed"], 3],
  [["hair", "relaxed"], 2],
  [["pocket", "hip"], 2],
  [["pocket", "pocket"], 2],
  [["cup", "hip"], 1],
  [["hip", "hip"], 1],
];

/** Sites on which the figure matters show most people to the waist or whole. */
const FRAMES: Record<"figure" | "face", readonly (readonly [Frame, number])[]> = {
  figure: [
    ["bust", 26],
    ["half", 62],
    ["full", 12],
  ],
  face: [
    ["bust", 74],
    ["half", 23],
    ["full", 3],
  ],
};

const PALE: readonly string[] = [CLOTHES.cream, CLOTHES.blush];
const COLOURS = Object.values(CLOTHES).filter((one) => !PALE.includes(one) && one !== CLOTHES.white);

/** The picture of one member. What `like` has and a profile says stays: gender, age, hair colour, eyes, body, tattoos. */
export function ownLook(random: Random, like: PortraitSpec, frames: keyof typeof FRAMES): PortraitSpec {
  const { eyes, body, tattoos } = like;
  const drawn = drawSpec(random, like, random.pick(SCENES), { eyes, body, tattoos, skin: skinNear(random, like) });
  const arms = random.weighted(POSES);
  const away = random.chance(0.4);
  const frame = random.weighted(FRAMES[frames]);
  // A whole upper body in the colour of skin looks bare.
  const cloth = frame !== "bust" && PALE.includes(drawn.cloth) ? random.pick(COLOURS) : drawn.cloth;
  const side = Math.sign(drawn.turn) || random.pick([-1, 1]);
  return {
    ...drawn,
    frame,
    cloth,
    arms: random.chance(0.5) ? arms : [arms[1], arms[0]],
    gaze: away ? side * random.int(5, 8) : drawn.gaze,
  };
}

/** One step lighter or darker, where eyes and hair still suit it. */
function skinNear(random: Random, { skin, hair }: PortraitSpec): number {
  const [min, max] = skin > 3 ? [4, 7] : [0, isFair(hair) ? 2 : 3];
  return Math.min(max, Math.max(min, skin + random.int(-1, 1)));
}
