import { termsVersion } from "#worker/sites/domains/companies.vocabulary.ts";
import type { Terms } from "#worker/sites/domains/domains.ts";
import { OUR_VERSIONS } from "#worker/sites/legal/legal.vocabulary.ts";
import { CONSENT_KINDS, type ConsentKind } from "./consents.contract.ts";
import type { Viewer } from "./viewer.ts";

/** ISO 8601: when each current text came into force. */
export function versionsNow({ settings, country, texts }: Omit<Terms, "domain">): Record<ConsentKind, string> {
  // The consent refers to the privacy statement, which says what it means.
  return { terms: termsVersion(settings, country, texts), sensitive_data: texts?.privacy?.version ?? OUR_VERSIONS.privacy };
}

/** No query: the account row repeats the newest accepted versions. */
export function consentsDue(
  terms: Omit<Terms, "domain">,
  account: Pick<Viewer["account"], "termsVersion" | "sensitiveVersion">,
): ConsentKind[] {
  const now = versionsNow(terms);
  const given = { terms: account.termsVersion, sensitive_data: account.sensitiveVersion };
  return CONSENT_KINDS.filter((kind) => given[kind] < now[kind]);
}
