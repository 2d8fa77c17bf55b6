/** Parts of the own profile that are edited by a form each, in display order. */
export const PROFILE_SECTIONS = ["basics", "about", "prompts", "facts", "questions", "interests"] as const;
export type ProfileSection = (typeof PROFILE_SECTIONS)[number];

/** Sections whose forms the page's address opens. */
export function openSections({ searchParams }: URL): ProfileSection[] {
  const asked = searchParams.getAll("edit");
  return PROFILE_SECTIONS.filter((section) => asked.includes(section));
}

/** The own profile with the forms of these sections, at one of them. Other forms stay open with what is typed in them. */
export function editPath(open: readonly ProfileSection[], at: ProfileSection, query: Record<string, string> = {}): string {
  const params = new URLSearchParams([...Object.entries(query), ...open.map((section) => ["edit", section])]);
  return `/profile${params.size > 0 ? `?${params}` : ""}#${at}`;
}
