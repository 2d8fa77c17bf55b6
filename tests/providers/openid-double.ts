import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What an attack changes. Nothing changed is an honest provider. */
export interface Plan {
  /** Over the true ones; undefined leaves one out. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Instead of the provider's own signature. */
  signature?: (input: string) => string;
  /** By path, instead of the right answer. */
  answers?: Record<string, (response: ServerResponse) => void>;
  /** Takes every code, also twice and without its verifier. */
  careless?: boolean;
  /** More members of the answer with the tokens, or other ones. */
  token?: Record<string, unknown>;
}

export const DISCOVERY = "/.well-known/openid-configuration";
export const TOKEN = "/token";
export const KEYS = "/jwks";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
export const PUBLIC_KEY = JSON.stringify(publicKey.export({ format: "jwk" }));

const json64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const by = (key: typeof privateKey) => (input: string) =>
  sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
export const byAnotherKey = by(other.privateKey);

interface Granted {
  nonce: string;
  challenge: string;
  redirectUri: string;
  used: boolean;
}

/** An OpenID Connect provider on loopback: authorization code, PKCE (S256), one claim. `clock` in ms. */
export async function startOpenidDouble({ client, secret, clock }: { client: string; secret: string; clock(): number }) {
  const codes = new Map<string, Granted>();
  const asked: string[] = [];
  const state = { plan: {} as Plan, issuer: "" };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://id.localhost");
    asked.push(pathname);
    const changed = state.plan.answers?.[pathname];
    if (changed) return changed(response);
    if (pathname === DISCOVERY) return answer(response, metadata());
    if (pathname === KEYS)
      return answer(response, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one", alg: "ES256", use: "sig" }] });
    if (pathname === TOKEN) return tokens(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  function metadata() {
    const { issuer } = state;
    return {
      ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: issuer + TOKEN, jwks_uri: issuer + KEYS },
      ...{ id_token_signing_alg_values_supported: ["ES256"], code_challenge_methods_supported: ["S256"] },
    };
  }

  async function tokens(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await textOf(request));
    const granted = codes.get(form.get("code") ?? "");
    // RFC 6749 section 2.3.1: both parts are form-encoded.
    const given = Buffer.from(request.headers.authorization?.replace(/^Basic /, "") ?? "", "base64").toString();
    if (decodeURIComponent(given) !== `${client}:${secret}`) return answer(response, { error: "invalid_client" }, 401);
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isGood = granted && !granted.used && granted.challenge === verifier && granted.redirectUri === form.get("redirect_uri");
    if (!granted || !(isGood || state.plan.careless)) return answer(response, { error: "invalid_grant" }, 400);
    granted.used = true;
    answer(response, { access_token: randomUUID(), token_type: "Bearer", id_token: idToken(granted.nonce), ...state.plan.token });
  }

  function idToken(nonce: string): string {
    const seconds = Math.floor(clock() / 1000);
    const claims = {
      iss: state.issuer,
      aud: client,
      sub: randomUUID(),
      iat: seconds,
      exp: seconds + 300,
      nonce,
      age_over_18: true,
    };
    const input = `${json64({ alg: "ES256", kid: "one", typ: "JWT", ...state.plan.header })}.${json64({ ...claims, ...state.plan.claims })}`;
    return `${input}.${(state.plan.signature ?? by(privateKey))(input)}`;
  }

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Paths that were asked for. */
    asked,
    /** As the product names it. */
    named: (issuer: string) => void (state.issuer = issuer),
    plan: (plan: Plan) => void (state.plan = plan),
    /** As its page does for a person who agrees: the query with which the browser is led back. */
    agree(link: string): URLSearchParams {
      const query = new URL(link).searchParams;
      const [nonce, challenge, redirectUri] = ["nonce", "code_challenge", "redirect_uri"].map((name) => query.get(name) ?? "");
      const code = randomUUID();
      codes.set(code, { nonce, challenge, redirectUri, used: false } as Granted);
      return new URLSearchParams({ code, state: query.get("state") ?? "", iss: state.issuer });
    },
    close: () => void server.close(),
  };
}

export type OpenidDouble = Awaited<ReturnType<typeof startOpenidDouble>>;

function answer(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
