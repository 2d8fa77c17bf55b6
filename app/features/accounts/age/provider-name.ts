import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

/** The host of the provider: what the browser's address bar will show. */
export function providerName({ age_oidc: provider }: Pick<Settings, "age_oidc">): string {
  return provider ? new URL(provider.issuer).hostname : "";
}
