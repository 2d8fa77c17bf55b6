import { expect, test } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import { newDomain } from "#scripts/domain/new-domain.ts";
import { ageSettings } from "./age.vocabulary.ts";
import { ageProblems, ageWarning, placesOfPersonAlone } from "./age-problems.ts";

const oidc = { issuer: "https://id.example", client_id: "x", scopes: ["openid"], claim: "adult", value: true, under: null };

function problems(age_proof: unknown, { countries = ["NL"], provider = null as typeof oidc | null } = {}) {
  const settings = { age_proof: ageSettings.age_proof.parse(age_proof), age_proof_days: {}, age_oidc: provider, countries };
  return ageProblems(settings).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test("a place that is switched on without a method that counts there is refused", () => {
  const eu = { when: "before_contact", methods: ["eu"] };
  expect(problems({ NL: eu })).toEqual([]);
  expect(problems({ GB: eu })).toEqual(["age_proof.GB.methods: hold no method that counts in GB: nobody there could go on"]);
  expect(problems({ "US-TX": eu })).toHaveLength(1);
  expect(problems({ "*": eu }, { countries: ["NL", "GB"] })).toEqual([
    "age_proof.*.methods: hold no method that counts in GB: nobody there could go on",
  ]);
  const person = { when: "before_contact", methods: ["person"] };
  expect(problems({ NL: person })).toEqual([]);
  expect(problems({ GB: person })).toEqual(["age_proof.GB.methods: hold no method that counts in GB: nobody there could go on"]);
  expect(problems({ EU: person }, { countries: ["DE"] })).toHaveLength(1);
  expect(problems({ EU: { ...person, methods: ["person", "eu"] } }, { countries: ["DE"] })).toEqual([]);
  expect(problems({ NL: { when: "before_contact" } })).toHaveLength(1);
  expect(problems({ NL: { when: "off" }, GB: { when: "off" } })).toEqual([]);
  expect(problems({ GB: { when: "at_signup", methods: ["oidc"] } }, { provider: oidc })).toEqual([]);
  expect(problems({ GB: { when: "at_signup", methods: ["oidc"] } })).toContain(
    "age_proof.GB.methods: names oidc, and age_oidc is not set",
  );
});

test("places are named in which staff alone can check the age", () => {
  const alone = (age_proof: unknown, countries: string[]) =>
    placesOfPersonAlone({ age_proof: ageSettings.age_proof.parse(age_proof), age_proof_days: {}, age_oidc: null, countries });
  const person = { when: "before_contact", methods: ["person"] };
  const both = { when: "before_contact", methods: ["eu", "person"] };
  expect(alone({ EU: person, BE: both, AT: { ...person, when: "off" } }, ["NL", "BE", "AT", "GB"])).toEqual(["NL"]);
  expect(alone({ "*": both }, ["NL", "CH"])).toEqual([]);
  // The EU proof does not count there, and a person does.
  expect(alone({ "*": both, AU: both }, ["NL"])).toEqual([]);
  expect(alone({ SE: person }, [])).toEqual(["SE"]);
});

test("a place that is none, and a time that is none, are refused", () => {
  const eu = { when: "before_contact", methods: ["eu"] };
  expect(problems({ UK: eu })).toHaveLength(1);
  expect(() => problems({ Europe: eu })).toThrow();
  const existing = { joined_before: "2027-01-15", prove_by: "2027-01-15" };
  expect(problems({ NL: { ...eu, existing } })).toEqual([
    "age_proof.NL.existing.prove_by: is not after joined_before: nobody has time",
  ]);
});

test("the check warns where an adult site asks nobody, and the demo has the settings that it shows", () => {
  const files = Object.fromEntries(readDomainFiles().map((file) => [file.id, file.settings]));
  const [velvet, kompaan] = [files.velvet, files.kompaan];
  if (!velvet || !kompaan) return expect.unreachable();
  expect(ageWarning(velvet)).toBeNull();
  expect(ageWarning({ ...velvet, age_proof: {} })).toContain("GB, NL");
  expect(ageWarning({ ...kompaan, age_proof: {}, intimate_interests: "pairs" })).toBeNull();
  expect(ageWarning({ ...kompaan, age_proof: {}, intimate_interests: "open" })).toContain("NL, BE");
  // In Great Britain a provider is proposed once there is one.
  const british = { ...kompaan, age_proof: {}, intimate_interests: "pairs" as const, countries: ["GB", "NL"] };
  expect(ageWarning(british)).toContain('"GB": { "when": "before_contact", "methods": ["oidc"] }');
  expect(ageWarning({ ...british, age_oidc: null })).toBeNull();
  expect(velvet.age_proof["*"]).toMatchObject({ when: "before_members", methods: ["eu"] });
  expect(kompaan.age_proof["*"]).toMatchObject({ when: "before_contact", methods: ["oidc", "person"] });
});

test("a new domain of the European Union asks for the EU proof before contact, another one for none", () => {
  expect(newDomain("gipfel", { countries: "AT,CH" }).settings.age_proof).toEqual({
    EU: { when: "before_contact", methods: ["eu"] },
  });
  expect(newDomain("island", { countries: "GB" }).settings.age_proof).toEqual({});
});
