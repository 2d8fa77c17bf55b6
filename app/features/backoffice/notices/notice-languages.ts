import { LANGUAGES, type Language } from "#locales/languages.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";

type Sites = Awaited<ReturnType<StaffBackend["siteNotices"]>>["sites"];

/** What a site offers; what any offers without one. In the order of the alphabet. */
export function languagesOf(sites: Sites, site: string): Language[] {
  const named = sites.filter(({ id }) => site === "" || id === site);
  return LANGUAGES.filter((language) => named.some(({ languages }) => languages.includes(language)));
}

export function languageName(language: Language): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}
