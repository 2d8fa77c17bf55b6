import { expect, test } from "vitest";
import { AGE_TIMES, type AgeSettings, ageSettings } from "#worker/sites/domains/age.vocabulary.ts";
import { type AgeFacts, type AgeReach, ageGateChangesAt, ageGateOf, isClosed, isClosedToVisitors, newProof } from "./age-gate.ts";

const NOW = Date.parse("2026-12-10T12:00:00Z");
const member: AgeFacts = {
  ageProofs: {},
  createdAt: Date.parse("2026-11-01"),
  fictional: false,
  country: "NL",
  region: null,
  home: "liaison",
  seen: null,
};
const alone = (settings: AgeSettings) => ({ current: settings, home: settings });
const oidc = { issuer: "https://id.example", client_id: "x", scopes: ["openid"], claim: "adult", value: true, under: null };

function site(age_proof: unknown, provider: typeof oidc | null = oidc): AgeSettings {
  return { age_proof: ageSettings.age_proof.parse(age_proof), age_proof_days: {}, age_oidc: provider };
}

const closedFor = (settings: AgeSettings, who: AgeFacts, request: { country: string; region: string | null } | null = null) => {
  const gate = ageGateOf(alone(settings), who, request, NOW);
  return (["free", "own", "members", "contact"] as const).filter((reach: AgeReach) => isClosed(gate, reach));
};

test("each of the four settings closes what it names, in the country that sets it and nowhere else", () => {
  const CLOSED = {
    off: [],
    before_contact: ["contact"],
    before_members: ["members", "contact"],
    at_signup: ["own", "members", "contact"],
  };
  expect(AGE_TIMES).toHaveLength(4);
  for (const when of AGE_TIMES)
    for (const [country, other, method] of [
      ["NL", "GB", "eu"],
      ["GB", "NL", "oidc"],
    ] as const) {
      const settings = site({ [country]: { when, methods: [method] } });
      expect(closedFor(settings, { ...member, country }), `${when} in ${country}`).toEqual(CLOSED[when]);
      expect(closedFor(settings, { ...member, country: other }), `${when} in ${country}, for ${other}`).toEqual([]);
      expect(isClosedToVisitors(settings, { country, region: null })).toBe(when === "before_members" || when === "at_signup");
      expect(isClosedToVisitors(settings, { country: other, region: null })).toBe(false);
      const proved = { ...member, country, ageProofs: { [method]: newProof(NOW, undefined) } };
      expect(closedFor(settings, proved), `${when}, proved`).toEqual([]);
      expect(closedFor(settings, { ...member, country, fictional: true }), `${when}, fictional`).toEqual([]);
    }
});

test("the narrowest line of a place holds: state, country, European Union, all others", () => {
  const settings = site({
    "*": { when: "before_contact", methods: ["oidc"] },
    EU: { when: "before_members", methods: ["eu"] },
    DE: { when: "off" },
    US: { when: "off" },
    "US-TX": { when: "at_signup", methods: ["oidc"] },
  });
  const whenAt = (country: string, region: string | null = null) =>
    ageGateOf(alone(settings), { ...member, country, region }, null, NOW)?.when ?? "off";
  expect(["NL", "DE", "CH", "US"].map((country) => whenAt(country))).toEqual(["before_members", "off", "before_contact", "off"]);
  expect([whenAt("US", "US-TX"), whenAt("US", "US-CA")]).toEqual(["at_signup", "off"]);
});

test("the place of the account and that of the request both count, and so do both domains", () => {
  const settings = site({ GB: { when: "before_members", methods: ["oidc"] }, NL: { when: "before_contact", methods: ["eu"] } });
  const gb = { country: "GB", region: null };
  expect(ageGateOf(alone(settings), member, gb, NOW)).toEqual({
    when: "before_members",
    methods: ["oidc"],
    country: "GB",
    from: null,
  });
  const european = { ...member, ageProofs: { eu: newProof(NOW, undefined) } };
  expect(closedFor(settings, european), "at home").toEqual([]);
  expect(closedFor(settings, european, gb), "the EU proof does not count in GB").toEqual(["members", "contact"]);
  const both = { ...european, ageProofs: { ...european.ageProofs, oidc: newProof(NOW, 30) } };
  expect(closedFor(settings, both, gb)).toEqual([]);
  expect(ageGateOf({ current: site({}), home: settings }, member, null, NOW)?.when).toBe("before_contact");
  expect(ageGateOf({ current: settings, home: site({}) }, member, null, NOW)?.when).toBe("before_contact");
  // Without a request the country of the latest log-in stands for it.
  expect(ageGateOf(alone(settings), { ...both, seen: "GB", ageProofs: european.ageProofs }, null, NOW)?.when).toBe(
    "before_members",
  );
});

test("a method that does not count, or is not set up, opens nothing", () => {
  const eu = site({ "*": { when: "before_contact", methods: ["eu"] } });
  const proved = { ...member, country: "GB", ageProofs: { eu: newProof(NOW, undefined) } };
  expect(ageGateOf(alone(eu), proved, null, NOW)).toMatchObject({ when: "before_contact", methods: [] });
  expect(ageGateOf(alone(site({ NL: { when: "before_contact", methods: ["oidc"] } }, null)), member, null, NOW)?.methods).toEqual(
    [],
  );
});

test("a proof holds through its last day, and the gate closes with the next", () => {
  const settings = site({ NL: { when: "before_contact", methods: ["eu"] } });
  const proof = newProof(NOW, 30);
  expect(proof).toEqual({ day: "2026-12-10", until: "2027-01-10" });
  const proved = { ...member, ageProofs: { eu: proof } };
  const at = Date.parse("2027-01-10");
  expect(ageGateOf(alone(settings), proved, null, at - 1)).toBeNull();
  expect(ageGateOf(alone(settings), proved, null, at)).toMatchObject({ when: "before_contact" });
  expect(ageGateChangesAt(alone(settings), proved, NOW)).toBe(at);
  expect(newProof(NOW, undefined).until).toBeNull();
});

test("members of before have time until the day that the rule names; newer ones have none", () => {
  const existing = { joined_before: "2026-12-01", prove_by: "2027-01-15" };
  const settings = site({ NL: { when: "before_members", methods: ["eu"], existing } });
  expect(ageGateOf(alone(settings), member, null, NOW)).toMatchObject({ from: "2027-01-15" });
  expect(closedFor(settings, member)).toEqual([]);
  const at = Date.parse("2027-01-15");
  expect(ageGateChangesAt(alone(settings), member, NOW)).toBe(at);
  expect(isClosed(ageGateOf(alone(settings), member, null, at - 1), "members")).toBe(false);
  expect(isClosed(ageGateOf(alone(settings), member, null, at), "members")).toBe(true);
  expect(closedFor(settings, { ...member, createdAt: Date.parse("2026-12-01") })).toEqual(["members", "contact"]);
  const unconfirmed = { ...member, ageProofs: { unconfirmed: { day: "2026-11-29" } } };
  expect(closedFor(settings, unconfirmed), "an app said under 18").toEqual(["members", "contact"]);
  expect(ageGateOf(alone(settings), unconfirmed, null, NOW)).toMatchObject({ from: null });
});
