import type { Settings } from "./settings.vocabulary.ts";

/** Written by `npm run domain -- new`; no deployment takes it. */
export const PLACEHOLDER = "to be filled in";

const TERMS_VERSION = "2023-12-01T12:00:00Z";

/** The `*` entry covers countries without a company of their own. */
export function companyFor(settings: Settings, country: string) {
  const company = settings.companies[country] ?? settings.companies["*"];
  if (!company) throw new Error(`domain ${settings.domain} has no company for ${country} and none under *`);
  return company;
}

/** ISO 8601: the later of the terms' own date and the company's. */
export function termsVersion(settings: Settings, country: string): string {
  const { added } = companyFor(settings, country);
  return Date.parse(added) > Date.parse(TERMS_VERSION) ? added : TERMS_VERSION;
}
