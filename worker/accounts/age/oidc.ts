import * as oauth from "oauth4webapi";
import { AppError } from "#worker/platform/errors.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { log } from "#worker/platform/log.ts";
import type { AgeProvider } from "#worker/sites/domains/age.vocabulary.ts";
import type { AgeOutcome } from "./method.vocabulary.ts";

/** Configured for a domain. */
export interface Client {
  provider: AgeProvider;
  secret: string;
  redirectUri: string;
  fetch: typeof fetch;
  /** HTTP, for a provider on this machine. */
  insecure: boolean;
}

export interface OidcSecret {
  nonce: string;
  verifier: string;
}

/** In ms. */
const PATIENCE = 8000;

/** OpenID Connect Core 1.0: authorization code with PKCE (RFC 7636, S256), state and nonce. @throws upstream_failed */
export async function beginOidc(client: Client, state: string): Promise<{ link: string; secret: OidcSecret }> {
  const { provider, redirectUri } = client;
  const server = await discover(client).catch((error: unknown) => {
    log("error", "age provider not reached", { error });
    throw new AppError("upstream_failed");
  });
  if (!server.authorization_endpoint) throw new AppError("upstream_failed");
  const secret = { nonce: newSecret(24), verifier: oauth.generateRandomCodeVerifier() };
  const url = new URL(server.authorization_endpoint);
  for (const [name, value] of Object.entries({
    response_type: "code",
    client_id: provider.client_id,
    redirect_uri: redirectUri,
    scope: [...new Set(["openid", ...provider.scopes])].join(" "),
    state,
    nonce: secret.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(secret.verifier),
    code_challenge_method: "S256",
    // Without it a provider may leave a claim out of the ID token (OpenID Connect Core 1.0 section 5.5).
    claims: JSON.stringify({ id_token: { [provider.claim]: { essential: true } } }),
  }))
    url.searchParams.set(name, value);
  return { link: url.href, secret };
}

/** Reads one claim of a verified ID token and forgets the rest. Never throws for what the browser or the provider sent. */
export async function receiveOidc(
  client: Client,
  state: string,
  secret: OidcSecret,
  query: URLSearchParams,
): Promise<AgeOutcome> {
  const { provider, redirectUri } = client;
  const as = { client_id: provider.client_id };
  try {
    const server = await discover(client);
    const params = oauth.validateAuthResponse(server, as, query, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      as,
      authOf(server, client.secret),
      params,
      redirectUri,
      secret.verifier,
      optionsOf(client),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, as, answer, {
      expectedNonce: secret.nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, answer, optionsOf(client));
    return judged(provider, oauth.getValidatedIdTokenClaims(tokens)?.[provider.claim]);
  } catch (error) {
    return failureOf(error);
  }
}

/** Basic is the default of OpenID Connect Core 1.0 section 9. */
function authOf({ token_endpoint_auth_methods_supported: known }: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  const isBasic = known?.includes("client_secret_basic") ?? true;
  return isBasic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

function judged({ value, under }: AgeProvider, said: unknown): AgeOutcome {
  if (said === value) return { kind: "over" };
  if (under !== null && said === under) return { kind: "under" };
  return {
    kind: "failed",
    reason: "invalid",
    detail: said === undefined ? "the claim is missing" : "the claim has another value",
  };
}

function failureOf(error: unknown): AgeOutcome {
  if (error instanceof oauth.AuthorizationResponseError)
    return { kind: "failed", reason: error.error === "access_denied" ? "cancelled" : "invalid", detail: "authorization refused" };
  if (error instanceof oauth.ResponseBodyError) return { kind: "failed", reason: "other_request", detail: "code refused" };
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return { kind: "failed", reason: "invalid", detail: error.code ?? "not valid" };
  return { kind: "failed", reason: "unavailable", detail: "provider not reached" };
}

async function discover(client: Client): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(client.provider.issuer);
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, optionsOf(client)));
}

function optionsOf({ fetch, insecure }: Client) {
  return {
    [oauth.customFetch]: (url: string, init: RequestInit) => fetch(url, init),
    [oauth.allowInsecureRequests]: insecure,
    signal: () => AbortSignal.timeout(PATIENCE),
  };
}
