import { type AgeSettings, ageMethodsOf, ageRuleOf } from "./age.vocabulary.ts";
import { countryProblem } from "./countries.ts";
import { showsIntimate } from "./intimate.vocabulary.ts";
import type { Path } from "./json-source.ts";
import type { Settings } from "./settings.vocabulary.ts";

type Site = AgeSettings & Pick<Settings, "countries">;

/** Not part of the schema: a stored domain of an earlier build must stay readable. */
export function ageProblems(settings: Site): { path: Path; message: string }[] {
  const { age_proof: rules, age_oidc: provider } = settings;
  const problems: { path: Path; message: string }[] = [];
  const say = (path: Path, message: string) => problems.push({ path, message });
  for (const [place, { when, methods, existing }] of Object.entries(rules)) {
    if (/^[A-Z]{2}$/.test(place) && place !== "EU") {
      const problem = countryProblem(place);
      if (problem) say(["age_proof", place], problem);
    }
    if (when !== "off" && methods.includes("oidc") && !provider)
      say(["age_proof", place, "methods"], "names oidc, and age_oidc is not set");
    if (existing && existing.prove_by <= existing.joined_before)
      say(["age_proof", place, "existing", "prove_by"], "is not after joined_before: nobody has time");
  }
  for (const { place, rule, methods: counting } of askedIn(settings)) {
    if (counting.length > 0) continue;
    const line = Object.keys(rules).find((key) => rules[key] === rule) ?? place;
    say(["age_proof", line, "methods"], `hold no method that counts in ${place}: nobody there could go on`);
  }
  return problems;
}

/** Places in which staff alone can check the age: without a host for them, nobody there goes on. */
export function placesOfPersonAlone(settings: Site): string[] {
  const found = askedIn(settings).filter(({ methods }) => methods.length > 0 && methods.every((method) => method === "person"));
  return found.map(({ place }) => place);
}

/** Countries of the site, and places that the rules name, where members are asked; with the methods that count there. */
function askedIn(settings: Site) {
  const named = Object.keys(settings.age_proof).filter((place) => /^(?!EU$)[A-Z]{2}$|^US-/.test(place));
  return [...new Set([...settings.countries, ...named])].flatMap((place) => {
    const at = { country: place.slice(0, 2), region: place.length > 2 ? place : null };
    const rule = ageRuleOf(settings, at);
    return rule.when === "off" ? [] : [{ place, rule, methods: ageMethodsOf(settings, rule, at) }];
  });
}

/**
 * Countries of an adult site in which nobody must prove the age. On any site: Great Britain, where the EU proof does not count,
 * once a provider is configured.
 */
export function ageWarning(settings: Settings): string | null {
  const open = settings.countries.filter((country) => ageRuleOf(settings, { country, region: null }).when === "off");
  if (showsIntimate(settings) && open.length > 0)
    return `asks nobody in ${open.join(", ")} for a proof of age, on an adult site: see docs/operating/age.md`;
  const proposed = open.includes("GB") && settings.age_oidc !== null;
  return proposed
    ? `asks nobody in GB, and age_oidc names a provider: "GB": { "when": "before_contact", "methods": ["oidc"] }`
    : null;
}
