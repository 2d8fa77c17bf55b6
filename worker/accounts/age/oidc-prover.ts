import { AppError } from "#worker/platform/errors.ts";
import { atMost, outsideOnly } from "#worker/platform/outside.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { AgeProver } from "./age.ts";
import type { Client, OidcSecret } from "./oidc.ts";

const client = () => import("./oidc.ts");

/** In bytes of one answer: metadata, keys or tokens. */
const MAX_ANSWER = 200_000;
/** Where a provider leads back to. */
const AGE_RETURN = "/proof-of-age/return";

interface Deps {
  fetch: typeof globalThis.fetch;
  /** Null without one: the method then fails with `unavailable`. */
  secretOf(domain: string): string | null;
  /** The port of a local instance, whose provider is at the same one. */
  port: string | undefined;
}

export function createOidcProver({ fetch, secretOf, port }: Deps): AgeProver {
  // Metadata of a provider name further addresses.
  const outside = outsideOnly(fetch, MAX_ANSWER);
  const local = atMost(fetch, MAX_ANSWER);

  function clientOf({ id, settings }: Domain, pageOrigin: string): Client | null {
    const secret = secretOf(id);
    if (!settings.age_oidc || !secret) return null;
    const issuer = new URL(settings.age_oidc.issuer);
    const insecure = __LOCAL__ && issuer.protocol === "http:";
    if (insecure && port) issuer.port = port;
    // Issuers are compared as text: the setting stays as it is written.
    const provider = insecure ? { ...settings.age_oidc, issuer: issuer.origin } : settings.age_oidc;
    return { provider, secret, redirectUri: pageOrigin + AGE_RETURN, fetch: insecure ? local : outside, insecure };
  }

  return {
    ways: ["provider"],

    // Whether the provider answers, only `begin` tells.
    usable: async () => true,

    async begin({ domain, pageOrigin, state }) {
      const { beginOidc } = await client();
      const known = clientOf(domain, pageOrigin);
      if (!known) throw new AppError("upstream_failed");
      const { link, secret } = await beginOidc(known, state);
      return { view: { link, wallet_link: null, browser: null }, secret };
    },

    async receive({ domain, pageOrigin, state, secret, answer }) {
      const { receiveOidc } = await client();
      const known = clientOf(domain, pageOrigin);
      if (!known) return { kind: "failed", reason: "unavailable", detail: "no secret" };
      if (!("query" in answer)) return { kind: "failed", reason: "invalid" };
      return receiveOidc(known, state, secret as OidcSecret, answer.query);
    },
  };
}
