import type { z } from "zod";
import { LANGUAGES } from "#locales/languages.ts";
import { EU_COUNTRIES } from "#worker/sites/domains/age.vocabulary.ts";
import { PLACEHOLDER } from "#worker/sites/domains/companies.vocabulary.ts";
import { countryProblem } from "#worker/sites/domains/countries.ts";
import { domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import { settingsSchema } from "#worker/sites/domains/settings.vocabulary.ts";
import { DomainError, mustBeHost, type Options } from "./options.ts";

type Input = z.input<typeof domainFileSchema>;
type Wishes = Pick<Options, "name" | "host" | "languages" | "countries" | "company" | "email">;

/** Where most readers of a language live: the countries of a new niche. */
const HOMES: Record<(typeof LANGUAGES)[number], { tag: string; country: string }> = {
  da: { tag: "da-DK", country: "DK" },
  de: { tag: "de-DE", country: "DE" },
  en: { tag: "en-GB", country: "GB" },
  es: { tag: "es-ES", country: "ES" },
  fi: { tag: "fi-FI", country: "FI" },
  fr: { tag: "fr-FR", country: "FR" },
  it: { tag: "it-IT", country: "IT" },
  nb: { tag: "nb-NO", country: "NO" },
  nl: { tag: "nl-NL", country: "NL" },
  pl: { tag: "pl-PL", country: "PL" },
  sv: { tag: "sv-SE", country: "SE" },
};

/** A whole domain file; what the operator does not say has a default that works on this machine. @throws DomainError */
export function newDomain(id: string, wishes: Wishes, now = new Date()): Input {
  if (!domainFileSchema.shape.id.safeParse(id).success)
    throw new DomainError(`"${id}" is no id of a domain: lower case letters, digits and hyphens.`);
  const name = wishes.name ?? id.charAt(0).toUpperCase() + id.slice(1);
  const languages = listOf(wishes.languages ?? "en").map((tag) => {
    const language = LANGUAGES.find((one) => one === tag);
    if (!language) throw new DomainError(`"${tag}" is no language of this product. It has ${LANGUAGES.join(", ")}.`);
    return language;
  });
  const home = HOMES[languages[0] ?? "en"];
  const countries = listOf(wishes.countries ?? home.country);
  for (const code of countries)
    if (!/^[A-Z]{2}$/.test(code) || countryProblem(code))
      throw new DomainError(`"${code}" is no code of a country. --countries takes some as AT,DE,GB.`);
  const local = `${id}.localhost`;
  const host = wishes.host ?? local;
  mustBeHost(host);
  if (wishes.email !== undefined && !settingsSchema.shape.support_email.safeParse(wishes.email).success)
    throw new DomainError(`"${wishes.email}" is no e-mail address.`);
  return {
    $schema: "./schema.json",
    id,
    hosts: host === local ? [local] : [host, local],
    pool: id,
    settings: {
      name,
      domain: host,
      domain_language: home.tag,
      index_title: name,
      description: name,
      languages,
      countries,
      geoip_country: countries[0] ?? home.country,
      signup_credits: 10,
      support_email: wishes.email ?? `support@${host === local ? `${id}.example` : host}`,
      mail_name: name,
      age_proof: proofsIn(countries),
      companies: { "*": companyOf(wishes.company, name, countries[0] ?? home.country, now) },
    },
  };
}

/** Where a proof without an identity exists. Elsewhere the operator first needs a provider (`age_oidc`). */
function proofsIn(countries: string[]): Input["settings"]["age_proof"] {
  const inUnion = countries.some((country) => EU_COUNTRIES.includes(country));
  return inUnion ? { EU: { when: "before_contact", methods: ["eu"] } } : {};
}

/** "Name; street; town; country". Without it the site's name stands for the company's, with an address to replace. */
function companyOf(said: string | undefined, site: string, home: string, now: Date) {
  const parts = said?.split(";").map((part) => part.trim());
  if (parts && (parts.length !== 4 || parts.some((part) => part === "")))
    throw new DomainError('--company takes four parts: "Gipfel GmbH; Bergstrasse 1; 6020 Innsbruck; AT"');
  const [name, address, city, country] = parts ?? [site, PLACEHOLDER, PLACEHOLDER, home];
  return {
    ...{ id: "owner", name: name ?? "", address: address ?? "", city: city ?? "", country: country ?? "" },
    added: `${now.toISOString().slice(0, 10)}T00:00:00Z`,
  };
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}
