import { termsVersion } from "#worker/sites/domains/companies.vocabulary.ts";
import type { Terms } from "#worker/sites/domains/domains.ts";
import { CONSENT_KINDS, type ConsentKind } from "./consents.contract.ts";
import type { Viewer } from "./viewer.ts";

/** Version of the consent to process data about sex life and orientation (locales, signup.sensitive). */
const SENSITIVE_VERSION = "2026-11-01";

/** ISO 8601: when each current text came into force. */
export function versionsNow({ settings, country }: Terms): Record<ConsentKind, string> {
  return { terms: termsVersion(settings, country), sensitive_data: SENSITIVE_VERSION };
}

/** No query: the account row repeats the newest accepted versions. */
export function consentsDue(terms: Terms, account: Pick<Viewer["account"], "termsVersion" | "sensitiveVersion">): ConsentKind[] {
  const now = versionsNow(terms);
  const given = { terms: account.termsVersion, sensitive_data: account.sensitiveVersion };
  return CONSENT_KINDS.filter((kind) => given[kind] < now[kind]);
}
