import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import {
  byAnotherKey,
  DISCOVERY,
  KEYS,
  type OpenidDouble,
  type Plan,
  PUBLIC_KEY,
  TOKEN,
} from "#tests/providers/openid-double.ts";
import { NOW } from "#tests/setup/age-proofs.ts";
import { type Attack, outcomeOf, PROOF } from "./age-attack.ts";
import { addMembers, type Member } from "./members.ts";
import type { Product } from "./product.ts";

export const OIDC = { issuer: "http://id.localhost", client_id: "campaign", scopes: ["openid"], claim: "age_over_18" };
/** The value that says so; every other one proves nothing. */
export const SAYS_UNDER = "no";

interface Tried {
  name: string;
  expected: RegExp;
  plan?: Plan;
  /** What the browser brings back instead. */
  query?(good: URLSearchParams): void;
  /** Whether the provider is asked for tokens; refused before otherwise. Default true. */
  reaches?: boolean;
}

const seconds = NOW / 1000;
const claims = (more: Record<string, unknown>): Plan => ({ claims: more });
const invalid = /^invalid$/;
const failed = /^(invalid|unavailable)$/;

/** Each token has one fault: of the provider, or of an attacker between it and the site. */
const TOKENS: [string, Plan][] = [
  ["the nonce of another session", claims({ nonce: "n".repeat(32) })],
  ["no nonce", claims({ nonce: undefined })],
  ["another issuer", claims({ iss: "http://evil.localhost" })],
  ["another audience", claims({ aud: "kompaan" })],
  ["two audiences, used by the other", claims({ aud: [OIDC.client_id, "kompaan"], azp: "kompaan" })],
  ["an ID token that expired", claims({ iat: seconds - 7200, exp: seconds - 3600 })],
  ["an ID token without an end", claims({ exp: undefined })],
  ["an ID token of tomorrow", claims({ nbf: seconds + 86_400 })],
  ["no claim", claims({ age_over_18: undefined })],
  ["a claim that is false", claims({ age_over_18: false })],
  ["a claim that is a text", claims({ age_over_18: "true" })],
  ["a claim that is a number", claims({ age_over_18: 1 })],
  ["a claim that is a list", claims({ age_over_18: [true] })],
  ["the algorithm none", { header: { alg: "none" }, signature: () => "" }],
  ["HS256 by the public key", { header: { alg: "HS256" }, signature: hmac }],
  ["another key under the same id", { signature: byAnotherKey }],
  ["a key that nobody published", { header: { kid: "two" } }],
  ["no signature", { signature: () => "" }],
  ["no ID token", { token: { id_token: undefined } }],
  ["an ID token that is none", { token: { id_token: "a.b" } }],
];

function hmac(input: string): string {
  return createHmac("sha256", PUBLIC_KEY).update(input).digest("base64url");
}

const JSON_TYPE = { "content-type": "application/json" };
/** Answers of a server that is broken or hostile. */
const ANSWERS: [string, (response: ServerResponse) => void][] = [
  ["is no JSON", (response) => void response.writeHead(200, JSON_TYPE).end("<html>")],
  ["is a page", (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sorry</h1>")],
  ["is a list", (response) => void response.writeHead(200, JSON_TYPE).end("[]")],
  ["is nested 50,000 levels deep", (response) => void response.writeHead(200, JSON_TYPE).end("[".repeat(50_000))],
  ["has a megabyte", (response) => void response.writeHead(200, JSON_TYPE).end(`{"x":"${"y".repeat(1_000_000)}"}`)],
  ["never ends", endless],
  ["is an error", (response) => void response.writeHead(500).end()],
  ["leads elsewhere", (response) => void response.writeHead(302, { location: "http://127.0.0.1/latest/meta-data" }).end()],
  ["breaks off", (response) => void response.destroy()],
];

/** Until the reader hangs up. */
function endless(response: ServerResponse): void {
  response.writeHead(200, JSON_TYPE);
  const more = () => {
    while (!response.destroyed && response.write(" ".repeat(65_536)));
  };
  response.on("drain", more);
  response.on("error", () => {});
  more();
}

const QUERIES: Tried[] = [
  { name: "no code", expected: invalid, reaches: false, query: (good) => good.delete("code") },
  { name: "the code twice in one query", expected: invalid, reaches: false, query: (good) => good.append("code", "x") },
  { name: "the state twice", expected: invalid, reaches: false, query: (good) => good.append("state", "x") },
  {
    name: "another issuer beside the code",
    expected: invalid,
    reaches: false,
    query: (good) => good.set("iss", "http://evil.localhost"),
  },
  { name: "an error beside the code", expected: invalid, reaches: false, query: (good) => good.set("error", "server_error") },
  { name: "a refusal", expected: /^cancelled$/, reaches: false, query: (good) => good.set("error", "access_denied") },
  { name: "a code that the provider does not know", expected: /^other_request$/, query: (good) => good.set("code", "unknown") },
];

/** Each attack is followed by its control: another member, with nothing changed. */
export function oidcAttacks(product: Product, provider: OpenidDouble): Attack[] {
  const tried: Tried[] = [
    ...TOKENS.map(([name, plan]) => ({ name: `OIDC: ${name}`, expected: invalid, plan })),
    ...[DISCOVERY, TOKEN, KEYS].flatMap((path) =>
      ANSWERS.map(([name, respond]) => ({
        name: `OIDC: the answer of ${path} ${name}`,
        expected: failed,
        plan: { answers: { [path]: respond } },
        ...(path === DISCOVERY && { reaches: false }),
      })),
    ),
    ...QUERIES.map((one) => ({ ...one, name: `OIDC: ${one.name}` })),
  ];
  const honest: Tried = { name: "OIDC: nothing (the control)", expected: /^over$/ };
  const attacks = [...tried.map((one) => single(one)), ...thefts()];
  return [
    single({
      name: "OIDC: the value that says under (the control)",
      expected: /^under$/,
      plan: claims({ age_over_18: SAYS_UNDER }),
    }),
    ...attacks.flatMap((attack) => [attack, single(honest)]),
  ];

  function single({ name, expected, plan = {}, query, reaches = true }: Tried): Attack {
    return {
      ...{ name, expected },
      async run() {
        const { member, link } = await begun();
        const good = provider.agree(link);
        query?.(good);
        return { member, outcome: await brought(member, good, { plan, reaches }) };
      },
    };
  }

  async function begun(of?: Member): Promise<{ member: Member; link: string }> {
    provider.plan({});
    const member = of ?? ((await addMembers(product, 1))[0] as Member);
    const { json, status } = await product.ask(PROOF, { session: member.session, body: { method: "oidc", way: "provider" } });
    if (status !== 201) throw new Error(`begin: ${status}`);
    return { member, link: json.link };
  }

  /** What the member hears, and whether the provider was asked as expected. */
  async function brought(member: Member, query: URLSearchParams, { plan = {} as Plan, reaches = true } = {}): Promise<string> {
    provider.plan(plan);
    const before = asked();
    const { json, status } = await product.ask(PROOF, { method: "PUT", session: member.session, body: { query: String(query) } });
    const times = asked() - before;
    if (status !== 200) return `status ${status}`;
    return times === Number(reaches) ? json.outcome : `${json.outcome}, asked ${times} times`;
  }

  function asked(): number {
    return provider.asked.filter((path) => path === TOKEN).length;
  }

  /** True codes in the wrong hands. */
  function thefts(): Attack[] {
    return [
      {
        name: "OIDC: code and state in another browser, whose member has begun too",
        expected: /^other_request, waiting$/,
        async run() {
          const [victim, thief] = [await begun(), await begun()];
          const heard = await brought(thief.member, provider.agree(victim.link), { reaches: false });
          return { member: thief.member, outcome: `${heard}, ${await outcomeOf(product, victim.member)}` };
        },
      },
      {
        name: "OIDC: the state of another member, who has not begun here",
        expected: /^other_request, waiting$/,
        async run() {
          const victim = await begun();
          const [thief] = (await addMembers(product, 1)) as [Member];
          const heard = await brought(thief, provider.agree(victim.link), { reaches: false });
          return { member: thief, outcome: `${heard}, ${await outcomeOf(product, victim.member)}` };
        },
      },
      ...[false, true].map((careless) => ({
        name: `OIDC: a stolen code under one's own state, to a provider that ${careless ? "takes every code" : "asks for the verifier"}`,
        expected: careless ? invalid : /^other_request$/,
        async run() {
          const [victim, thief] = [await begun(), await begun()];
          const query = provider.agree(thief.link);
          query.set("code", provider.agree(victim.link).get("code") ?? "");
          return { member: thief.member, outcome: await brought(thief.member, query, { plan: { careless } }) };
        },
      })),
      ...[false, true].map((careless) => ({
        name: `OIDC: a code that was used, to a provider that ${careless ? "takes every code" : "knows it"}`,
        expected: careless ? invalid : /^other_request$/,
        async run() {
          const first = await begun();
          const used = provider.agree(first.link);
          if ((await brought(first.member, used)) !== "over") throw new Error("the first use failed");
          const { member, link } = await begun();
          const query = provider.agree(link);
          query.set("code", used.get("code") ?? "");
          return { member, outcome: await brought(member, query, { plan: { careless } }) };
        },
      })),
      {
        name: "OIDC: an answer again after a refusal",
        expected: /^invalid, invalid$/,
        async run() {
          const { member, link } = await begun();
          const query = provider.agree(link);
          const first = await brought(member, query, { plan: claims({ age_over_18: undefined }) });
          const again = await brought(member, query, { plan: { careless: true }, reaches: false });
          return { member, outcome: `${first}, ${again}` };
        },
      },
      {
        name: "OIDC: one code 50 times at once (the control of counting)",
        expected: /^over$/,
        async run() {
          const { member, link } = await begun();
          const body = { query: String(provider.agree(link)) };
          provider.plan({ careless: true });
          const before = asked();
          await Promise.all(
            Array.from({ length: 50 }, () => product.ask(PROOF, { method: "PUT", session: member.session, body })),
          );
          const times = asked() - before;
          return { member, outcome: times === 1 ? await outcomeOf(product, member) : `asked ${times} times` };
        },
      },
    ];
  }
}
