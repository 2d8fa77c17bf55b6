import type { NICHE_PREFIXES } from "./face.vocabulary.ts";
import type { Settings } from "./settings.vocabulary.ts";

export type Theme = Required<Settings["theme"]>;
export type Face = Required<Settings["face"]>;
export type NichePrefix = (typeof NICHE_PREFIXES)[number];

/** Must equal app/styles/tokens.css. */
export const BASE_THEME: Theme = { primary: "#c2126c", secondary: "#26347d", success: "#1d7a4c", unread: "#d4391c" };

/** Niches 1 to 7: landing-page prefix, default theme and face. */
const NICHES: readonly { prefix: NichePrefix; theme: Settings["theme"]; face: Omit<Face, "cast"> }[] = [
  { prefix: "none", theme: {}, face: { hero: "duet", radius: "soft", font: "fraunces", mood: "auto" } },
  {
    prefix: "she",
    theme: { primary: "#cf2a6a", secondary: "#5b2a86", unread: "#c2410c" },
    face: { hero: "wall", radius: "soft", font: "figtree", mood: "auto" },
  },
  {
    prefix: "bdsm",
    theme: { primary: "#a3123a", secondary: "#2b1d4a", success: "#2f6b4f", unread: "#c8351f" },
    face: { hero: "editorial", radius: "sharp", font: "cormorant", mood: "dark" },
  },
  {
    prefix: "bbw",
    theme: { primary: "#b01a9a", secondary: "#0f4c75", unread: "#d4451c" },
    face: { hero: "bubbles", radius: "round", font: "nunito", mood: "auto" },
  },
  {
    prefix: "gilf",
    theme: { primary: "#3c6e47", secondary: "#7a3f1d", success: "#1f6f66", unread: "#b8501a" },
    face: { hero: "album", radius: "sharp", font: "fraunces", mood: "auto" },
  },
  {
    prefix: "milf",
    theme: { primary: "#c4203f", secondary: "#4a1d5c", unread: "#b3530e" },
    face: { hero: "split", radius: "soft", font: "fraunces", mood: "auto" },
  },
  {
    prefix: "gay",
    theme: { primary: "#5b35d5", secondary: "#0b6b8a", success: "#0f766e", unread: "#d1345b" },
    face: { hero: "band", radius: "round", font: "bricolage", mood: "auto" },
  },
];

export function nicheOf({ niche }: Pick<Settings, "niche">): NichePrefix {
  return rowOf(niche).prefix;
}

export function themeOf({ niche, theme }: Pick<Settings, "niche" | "theme">): Theme {
  return { ...BASE_THEME, ...rowOf(niche).theme, ...theme };
}

export function faceOf({ niche, face }: Pick<Settings, "niche" | "face">): Face {
  const { prefix, face: own } = rowOf(niche);
  return { cast: prefix, ...own, ...face };
}

function rowOf(niche: number) {
  return NICHES[niche - 1] ?? (NICHES[0] as (typeof NICHES)[number]);
}
