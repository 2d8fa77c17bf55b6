import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, test } from "vitest";
import { newSecret } from "#worker/platform/ids.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { createOidcProver } from "./oidc-prover.ts";

void env;
const ISSUER = "https://id.example.com";
const PAGE = "https://dating.example.org";
const STATE = newSecret(24);
const NOW = Date.now();

interface Provider {
  claims: Record<string, unknown>;
  header: Record<string, unknown>;
  /** Instead of the right signature. */
  sign?: (input: string) => Promise<string>;
  /** Answers by path, instead of the right ones. */
  answers: Record<string, () => Response>;
  metadata: Record<string, unknown>;
  token: Record<string, unknown>;
}

let key: CryptoKeyPair;
let other: CryptoKeyPair;
let jwk: JsonWebKey;
const EC = { name: "ECDSA", namedCurve: "P-256" };
beforeAll(async () => {
  [key, other] = (await Promise.all([1, 2].map(() => crypto.subtle.generateKey(EC, true, ["sign", "verify"])))) as [
    CryptoKeyPair,
    CryptoKeyPair,
  ];
  jwk = (await crypto.subtle.exportKey("jwk", key.publicKey)) as JsonWebKey;
});

const url64 = (data: string | ArrayBuffer) => Buffer.from(data as string).toString("base64url");
const json64 = (value: unknown) => url64(JSON.stringify(value));
const signedBy =
  ({ privateKey }: CryptoKeyPair) =>
  async (input: string) =>
    url64(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, new TextEncoder().encode(input)));

const domain = {
  id: "gipfel",
  settings: {
    age_oidc: { issuer: ISSUER, client_id: "gipfel", scopes: ["openid"], claim: "age_over_18", value: true, under: false },
  },
} as unknown as Domain;

/** A provider of which a test changes one thing, and what its answer then proves. `asked` are the addresses it was asked at. */
async function proved(change: (provider: Provider) => void = () => {}, query: (good: URLSearchParams) => void = () => {}) {
  const seconds = Math.floor(NOW / 1000);
  const provider: Provider = {
    claims: { iss: ISSUER, aud: "gipfel", sub: "person", iat: seconds, exp: seconds + 300, age_over_18: true },
    header: { alg: "ES256", kid: "one", typ: "JWT" },
    answers: {},
    metadata: {},
    token: {},
  };
  const asked: string[] = [];
  let nonce = "";
  const ask = async (input: unknown) => {
    const { href, pathname, origin } = new URL(String(input instanceof Request ? input.url : input));
    asked.push(href);
    const own = origin === ISSUER ? provider.answers[pathname] : undefined;
    if (own) return own();
    if (pathname === "/.well-known/openid-configuration")
      return Response.json({
        ...{ issuer: ISSUER, authorization_endpoint: `${ISSUER}/auth`, token_endpoint: `${ISSUER}/token` },
        ...{ jwks_uri: `${ISSUER}/jwks`, id_token_signing_alg_values_supported: ["ES256"] },
        ...{ code_challenge_methods_supported: ["S256"], ...provider.metadata },
      });
    if (pathname === "/jwks") return Response.json({ keys: [{ ...jwk, kid: "one", alg: "ES256", use: "sig" }] });
    if (pathname !== "/token") return new Response(null, { status: 404 });
    const input_ = `${json64(provider.header)}.${json64({ nonce, ...provider.claims })}`;
    const id_token = `${input_}.${await (provider.sign ?? signedBy(key))(input_)}`;
    return Response.json({ access_token: "a", token_type: "Bearer", id_token, ...provider.token });
  };
  const prover = createOidcProver({ fetch: ask as typeof fetch, secretOf: () => "secret", port: undefined });
  const { view, secret } = await prover.begin({ domain, pageOrigin: PAGE, state: STATE });
  nonce = new URL(view.link ?? "").searchParams.get("nonce") ?? "";
  change(provider);
  const good = new URLSearchParams({ code: "code", state: STATE });
  query(good);
  const found = await prover.receive({ domain, pageOrigin: PAGE, state: STATE, secret, answer: { query: good }, now: NOW });
  return { found, asked };
}
const verdict = async (...of: Parameters<typeof proved>) => {
  const { found } = await proved(...of);
  return found.kind === "failed" ? found.reason : found.kind;
};

test("the control: an honest provider proves over and under 18", async () => {
  expect(await verdict()).toBe("over");
  expect(await verdict(({ claims }) => Object.assign(claims, { age_over_18: false }))).toBe("under");
});

describe("an ID token does not count", () => {
  const claims = (more: Record<string, unknown>) => (provider: Provider) => void Object.assign(provider.claims, more);
  const hour = Math.floor(NOW / 1000) - 3600;
  test.each<[string, (provider: Provider) => void]>([
    ["of another issuer", claims({ iss: "https://evil.example.com" })],
    ["for another client", claims({ aud: "kompaan" })],
    ["for us among others, without saying who may use it", claims({ aud: ["gipfel", "kompaan"] })],
    ["for us, used by another", claims({ aud: ["gipfel", "kompaan"], azp: "kompaan" })],
    ["with the nonce of another session", claims({ nonce: newSecret(24) })],
    ["without a nonce", claims({ nonce: undefined })],
    ["that expired", claims({ iat: hour - 300, exp: hour })],
    ["without an end", claims({ exp: undefined })],
    ["without a subject", claims({ sub: undefined })],
    ["that is not valid yet", claims({ nbf: Math.floor(NOW / 1000) + 3600 })],
    ["without the claim", claims({ age_over_18: undefined })],
    ["whose claim is a text", claims({ age_over_18: "true" })],
    ["whose claim is a number", claims({ age_over_18: 1 })],
    ["with the algorithm none", (provider) => Object.assign(provider, { header: { alg: "none" }, sign: async () => "" })],
    [
      "with none, which the provider's own metadata allows",
      (provider) => {
        provider.metadata.id_token_signing_alg_values_supported = ["none"];
        Object.assign(provider, { header: { alg: "none" }, sign: async () => "" });
      },
    ],
    [
      "by HS256 with the public key as secret",
      (provider) => {
        provider.header = { alg: "HS256", kid: "one" };
        provider.sign = async (input) => {
          const raw = new TextEncoder().encode(JSON.stringify(jwk));
          const mac = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
          return url64(await crypto.subtle.sign("HMAC", mac, new TextEncoder().encode(input)));
        };
      },
    ],
    ["by another key under the same id", (provider) => void (provider.sign = (input) => signedBy(other)(input))],
    ["by a key that nobody published", (provider) => void (provider.header.kid = "two")],
    ["with a critical header", (provider) => void (provider.header.crit = ["b64"])],
    ["without a signature", (provider) => void (provider.sign = async () => "")],
    ["that is missing", (provider) => void (provider.token.id_token = undefined)],
    ["that is no token", (provider) => void (provider.token.id_token = "a.b")],
  ])("%s", async (_, change) => {
    expect(await verdict(change)).toBe("invalid");
  });

  test("with other metadata: an issuer that is not the configured one", async () => {
    expect(await verdict(({ metadata }) => void (metadata.issuer = "https://evil.example.com"))).toBe("invalid");
  });
});

describe("a provider that misbehaves is unavailable, and nothing else is asked", () => {
  const redirect = () => new Response(null, { status: 302, headers: { location: "https://169.254.169.254/latest/meta-data" } });
  const huge = () =>
    new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536).fill(32)) }), {
      headers: { "content-type": "application/json" },
    });
  test.each(["/.well-known/openid-configuration", "/token", "/jwks"])(
    "%s leads elsewhere, never ends, fails, or is no JSON",
    async (path) => {
      for (const answer of [redirect, huge, () => new Response(null, { status: 500 }), () => new Response("<html>")]) {
        const { found, asked } = await proved(({ answers }) => void (answers[path] = answer));
        expect(found.kind).toBe("failed");
        expect(asked.filter((href) => !href.startsWith(ISSUER))).toEqual([]);
      }
    },
  );

  test.each([
    ["token_endpoint", "https://10.0.0.1/token"],
    ["token_endpoint", "http://id.example.com/token"],
    ["token_endpoint", "https://metadata.google.internal/token"],
    ["jwks_uri", "https://[::1]/jwks"],
    ["jwks_uri", "https://localhost/jwks"],
  ])("its %s is %s", async (name, address) => {
    const { found, asked } = await proved(({ metadata }) => void (metadata[name] = address));
    expect(found.kind).toBe("failed");
    expect(asked.filter((href) => !href.startsWith(ISSUER))).toEqual([]);
  });
});

describe("what the browser brings back", () => {
  test.each<[string, (query: URLSearchParams) => void, string]>([
    ["the state of another member", (query) => query.set("state", newSecret(24)), "invalid"],
    ["no state", (query) => query.delete("state"), "invalid"],
    ["the state twice", (query) => query.append("state", STATE), "invalid"],
    ["no code", (query) => query.delete("code"), "invalid"],
    ["the code twice", (query) => query.append("code", "x"), "invalid"],
    ["another issuer beside the code (RFC 9207)", (query) => query.set("iss", "https://evil.example.com"), "invalid"],
    ["a refusal", (query) => query.set("error", "access_denied"), "cancelled"],
  ])("%s", async (_, change, expected) => {
    expect(await verdict(() => {}, change)).toBe(expected);
  });

  test("a code that another browser used", async () => {
    const used = () => Response.json({ error: "invalid_grant" }, { status: 400 });
    expect(await verdict(({ answers }) => void (answers["/token"] = used))).toBe("other_request");
  });
});
