import type { Settings } from "./settings.vocabulary.ts";

export type Theme = Required<Settings["theme"]>;

/** Must equal app/styles/tokens.css. */
export const BASE_THEME: Theme = { primary: "#c2126c", secondary: "#26347d", success: "#1d7a4c", unread: "#d4391c" };

/** Niches 1 to 7 (spec section 3): landing-page prefix and default theme. */
const NICHES = [
  { prefix: "none", theme: {} },
  { prefix: "she", theme: { primary: "#cf2a6a", secondary: "#5b2a86", unread: "#c2410c" } },
  { prefix: "bdsm", theme: { primary: "#a3123a", secondary: "#2b1d4a", success: "#2f6b4f", unread: "#c8351f" } },
  { prefix: "bbw", theme: { primary: "#b01a9a", secondary: "#0f4c75", unread: "#d4451c" } },
  { prefix: "gilf", theme: { primary: "#9a2c62", secondary: "#1f4e5f", success: "#3c7140", unread: "#b8501a" } },
  { prefix: "milf", theme: { primary: "#c4203f", secondary: "#4a1d5c", unread: "#b3530e" } },
  { prefix: "gay", theme: { primary: "#7a2bd0", secondary: "#0f4a86", success: "#0f766e", unread: "#d1345b" } },
] as const satisfies readonly { prefix: string; theme: Settings["theme"] }[];
export type NichePrefix = (typeof NICHES)[number]["prefix"];

export function nicheOf({ niche }: Pick<Settings, "niche">): NichePrefix {
  return rowOf(niche).prefix;
}

export function themeOf({ niche, theme }: Pick<Settings, "niche" | "theme">): Theme {
  return { ...BASE_THEME, ...rowOf(niche).theme, ...theme };
}

function rowOf(niche: number) {
  return NICHES[niche - 1] ?? NICHES[0];
}
