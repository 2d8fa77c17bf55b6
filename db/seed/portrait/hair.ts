import type { Gender } from "../../schema/attributes.ts";
import { longHair } from "./hair-long.ts";
import { shortHair } from "./hair-short.ts";
import type { AgeGroup, PortraitSpec } from "./spec.ts";
import type { Hair } from "./strands.ts";

interface Style {
  genders: readonly Gender[];
  ages: readonly AgeGroup[];
  bald?: boolean;
  /** Lightest and deepest skin tone a style is drawn for. */
  skins?: readonly [number, number];
}
const F: readonly Gender[] = ["female"];
const M: readonly Gender[] = ["male"];
const ALL: readonly AgeGroup[] = ["young", "adult", "mature", "senior"];
const TO_45: readonly AgeGroup[] = ["young", "adult"];
const TO_60: readonly AgeGroup[] = ["young", "adult", "mature"];
const FROM_45: readonly AgeGroup[] = ["mature", "senior"];

const STYLES = {
  long: { genders: F, ages: TO_60 },
  wavy: { genders: F, ages: TO_60 },
  fringe: { genders: F, ages: TO_45 },
  sidewave: { genders: F, ages: ALL },
  bob: { genders: F, ages: ALL },
  bobfringe: { genders: F, ages: ALL },
  lob: { genders: F, ages: ALL },
  bun: { genders: F, ages: ALL },
  ponytail: { genders: F, ages: TO_60 },
  braid: { genders: F, ages: TO_45 },
  curly: { genders: F, ages: TO_60 },
  afro: { genders: F, ages: TO_60, skins: [4, 7] },
  pixie: { genders: F, ages: ALL },
  shortwaves: { genders: F, ages: FROM_45 },
  crop: { genders: M, ages: ALL },
  sidepart: { genders: M, ages: ALL },
  quiff: { genders: M, ages: TO_60 },
  buzz: { genders: M, ages: ALL },
  undercut: { genders: M, ages: TO_45 },
  curls: { genders: M, ages: TO_60 },
  messy: { genders: M, ages: TO_60 },
  slick: { genders: M, ages: ALL },
  manbun: { genders: M, ages: TO_45 },
  shoulder: { genders: M, ages: TO_45 },
  shortafro: { genders: M, ages: TO_60, skins: [4, 7] },
  receding: { genders: M, ages: FROM_45 },
  shaved: { genders: M, ages: ALL, bald: true },
  ring: { genders: M, ages: FROM_45, bald: true },
} as const satisfies Record<string, Style>;

export type HairStyle = keyof typeof STYLES;
export const HAIR_STYLES: readonly (Style & { name: HairStyle })[] = (Object.keys(STYLES) as HairStyle[]).map((name) => ({
  name,
  ...STYLES[name],
}));

/** @throws for a style that nobody draws, so that a new one cannot be forgotten. */
export function hair(spec: PortraitSpec): Hair {
  const drawn = longHair(spec) ?? shortHair(spec);
  if (!drawn) throw new Error(`nobody draws ${spec.hairStyle}`);
  return drawn;
}
