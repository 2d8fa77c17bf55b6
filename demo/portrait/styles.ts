import type { Gender } from "#db/schema/attributes.ts";

export const AGE_GROUPS = ["young", "adult", "mature", "senior"] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];

const BOTH: readonly Gender[] = ["female", "male"];
export const GARMENTS = [
  { name: "tee", genders: BOTH },
  { name: "vneck", genders: BOTH },
  { name: "shirt", genders: BOTH },
  { name: "blazer", genders: BOTH },
  { name: "hoodie", genders: BOTH },
  { name: "turtleneck", genders: BOTH },
  { name: "knit", genders: BOTH },
  { name: "denim", genders: BOTH },
  { name: "leather", genders: BOTH },
  { name: "scarf", genders: BOTH },
  { name: "polo", genders: ["male"] },
  { name: "henley", genders: ["male"] },
  { name: "straps", genders: ["female"] },
  { name: "offshoulder", genders: ["female"] },
  { name: "sweetheart", genders: ["female"] },
  { name: "wrap", genders: ["female"] },
  { name: "stripes", genders: BOTH },
] as const satisfies readonly { name: string; genders: readonly Gender[] }[];
export type Garment = (typeof GARMENTS)[number]["name"];

interface Style {
  genders: readonly Gender[];
  ages: readonly AgeGroup[];
  bald?: boolean;
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
