/** Parts of the own profile that are edited by a form each, in display order. */
export const PROFILE_SECTIONS = ["basics", "about", "prompts", "facts", "questions", "interests"] as const;
export type ProfileSection = (typeof PROFILE_SECTIONS)[number];
