import { expect, test } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { BuiltConfig } from "./config.ts";
import { describeReadiness, readiness } from "./readiness.ts";

const shop = readDomainFiles().find(({ id }) => id === "liaison") as DomainFile;
const gipfel: DomainFile = {
  ...shop,
  ...{ id: "gipfel-at", hosts: ["dating.example.com"] },
  settings: {
    ...shop.settings,
    ...{ domain: "dating.example.com", support_email: "help@example.com", payment_provider: "verotel", countries: ["AT"] },
    payment_methods: { "*": ["card", "directdebit"] },
  },
};
const CONFIG = {
  name: "liaison",
  vars: { STAFF_HOST: "staff.example.com" },
  routes: [{ pattern: "dating.example.com", custom_domain: true }, { pattern: "staff.example.com/*" }],
  secrets: { required: ["MEDIA_SECRET"] },
} as unknown as BuiltConfig;
const SECRETS = ["MEDIA_SECRET", "PAYMENT_VEROTEL_GIPFEL_AT", "SMS_TWILIO", "PUSH_KEYS"];
const missing = (changes: Partial<BuiltConfig> = {}, secrets: string[] | null = SECRETS, files: DomainFile[] = [gipfel]) =>
  readiness({ config: { ...CONFIG, ...changes }, files, secrets, every: true, sites: null }).flatMap(({ state, text }) =>
    state === "missing" ? [text] : [],
  );

test("files, routes, secrets and the staff's host that fit have nothing missing", () => {
  expect(missing()).toEqual([]);
  expect(missing({ routes: [{ pattern: "*.example.com/*" }] })).toEqual([]);
});

test("a route of another host, a host without a route and a staff host without one are told", () => {
  const routes = [{ pattern: "other.example.com", custom_domain: true }];
  expect(missing({ routes })).toEqual([
    "Route of dating.example.com",
    expect.stringContaining("The route other.example.com leads to no domain file"),
    "Route of staff.example.com (STAFF_HOST)",
  ]);
  expect(missing({ vars: {} })).toContainEqual(expect.stringMatching(/^STAFF_HOST: without it/));
  expect(missing({ vars: { STAFF_HOST: "dating.example.com" } })).toContainEqual(
    expect.stringContaining("gipfel-at has as a host"),
  );
  expect(missing({}, SECRETS, [])).toContainEqual(expect.stringContaining("A domain file"));
});

test("a site on which a person proves the age has a host for staff", () => {
  const asking = (api: DomainFile["api"]) => {
    const age_proof = { NL: { when: "before_contact" as const, methods: ["person" as const], existing: null } };
    return missing({ vars: {} }, SECRETS, [{ ...gipfel, api, settings: { ...gipfel.settings, age_proof } }]);
  };
  const told = expect.stringMatching(
    /gipfel-at lets a person prove the age of members \(NL\), and none can: nobody in NL could go on$/,
  );
  expect(asking({ mode: "local" })).toContainEqual(told);
  expect(asking({ mode: "proxy", upstream: "https://api.example.com", timeout_ms: 8000, local: [] })).not.toContainEqual(told);
  expect(missing({ vars: {} })).not.toContainEqual(told);
});

test("staging serves a site on some of its hosts, and says when it serves it on none", () => {
  const files = [{ ...gipfel, hosts: ["www.dating.example.com", "dating.example.com"] }];
  const routes = (every: boolean) =>
    readiness({ config: CONFIG, files, secrets: SECRETS, every, sites: null }).filter(
      ({ state, text }) => state === "missing" && text.startsWith("Route"),
    );
  expect(routes(true)).toHaveLength(1);
  expect(routes(false)).toEqual([]);
});

test("each secret that a domain file needs is named, and an account that cannot be asked is told", () => {
  expect(missing({}, []).map((text) => text.split(":")[0])).toEqual(SECRETS.map((name) => `Secret ${name}`));
  expect(missing({}, null)).toEqual([expect.stringContaining("The secrets are unknown")]);
  const proxied: DomainFile = {
    ...gipfel,
    api: { mode: "proxy", upstream: "https://api.example.com", timeout_ms: 8000, local: [] },
  };
  expect(missing({}, ["MEDIA_SECRET"], [proxied])).toEqual([expect.stringContaining("UPSTREAM_KEY")]);
});

test("each thing that is missing says its command, and a folder of sites the place in it", () => {
  const ways = (sites: string | null) =>
    readiness({ config: { ...CONFIG, vars: {}, routes: [] }, files: [gipfel], secrets: [], every: true, sites })
      .filter(({ state }) => state === "missing")
      .map(({ how }) => how);
  expect(ways(null)).toEqual([
    expect.stringContaining('routes = [{ pattern = "dating.example.com", custom_domain = true }]'),
    expect.stringContaining("wrangler.toml, under [vars]: STAFF_HOST"),
    "npx wrangler secret put MEDIA_SECRET    # openssl rand -base64 32",
    expect.stringMatching(/^npx wrangler secret put PAYMENT_VEROTEL_GIPFEL_AT {4}# docs/),
    expect.stringMatching(/^npx wrangler secret put SMS_TWILIO/),
    "npx wrangler secret put PUSH_KEYS    # npm run push-keys",
  ]);
  expect(ways("../my-sites").slice(0, 2)).toEqual([
    expect.stringContaining("../my-sites/deploy.json, routes:"),
    expect.stringContaining("../my-sites/deploy.json"),
  ]);
});

test("what no command sees is listed with its click, and is not missing", () => {
  const looks = readiness({ config: CONFIG, files: [gipfel], secrets: SECRETS, every: true, sites: null }).filter(
    ({ state }) => state === "look",
  );
  expect(looks.map(({ how }) => how).join("\n")).toContain("https://dating.example.com/api/payment-webhook.php?provider=verotel");
  expect(looks.length).toBeGreaterThan(3);
});

test("the list is numbered, what is missing first, and what is ready has no command", () => {
  expect(
    describeReadiness([
      { state: "ready", text: "a", how: "x" },
      { state: "look", text: "b", how: "y" },
      { state: "missing", text: "c", how: "z" },
    ]),
  ).toBe("1. missing c\n           → z\n2. look    b\n           → y\n3. ready   a");
});
