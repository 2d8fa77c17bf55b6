import { INTIMATE } from "#db/schema/interests.ts";
import type { Settings } from "./settings.vocabulary.ts";

type Site = Pick<Settings, "intimate_interests" | "niche">;

/** Niches whose members sign up for it. */
const OPEN_NICHES = [3, 6];

/** Everybody sees and searches intimate interests. Decision 92. */
export function showsIntimate({ intimate_interests, niche }: Site): boolean {
  return (intimate_interests ?? (OPEN_NICHES.includes(niche) ? "open" : "pairs")) === "open";
}

/** Members can tick some, and profiles may show them. */
export function offersIntimate({ interests, visible_profile_fields }: Settings): boolean {
  return visible_profile_fields.includes("interests") && INTIMATE.some((code) => interests.includes(code));
}
