import { OUR_VERSIONS, type OwnTexts } from "#worker/sites/legal/legal.vocabulary.ts";
import type { Settings } from "./settings.vocabulary.ts";

/** Written by `npm run domain -- new`; no deployment takes it. */
export const PLACEHOLDER = "to be filled in";

/** The `*` entry covers countries without a company of their own. */
export function companyFor(settings: Settings, country: string) {
  const company = settings.companies[country] ?? settings.companies["*"];
  if (!company) throw new Error(`domain ${settings.domain} has no company for ${country} and none under *`);
  return company;
}

/** ISO 8601: the later of the company's date and that of the terms, the niche's own or ours. */
export function termsVersion(settings: Settings, country: string, own: OwnTexts | undefined): string {
  const { added } = companyFor(settings, country);
  const version = own?.terms?.version ?? OUR_VERSIONS.terms;
  return Date.parse(added) > Date.parse(version) ? added : version;
}
