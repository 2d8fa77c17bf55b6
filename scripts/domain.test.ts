import { expect, test } from "vitest";
import { describeDifference, differences } from "#worker/sites/domains/differences.ts";
import { domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import { readDomains } from "#worker/sites/domains/read-domains.ts";
import { newDomain } from "./domain/new-domain.ts";
import { withoutDefaults } from "./domain/without-defaults.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const read = (file: unknown) => readDomains([{ name: "gipfel.json", text: JSON.stringify(file, null, 2) }]);

test("a new niche is whole without a wish, and keeps every wish", () => {
  const file = newDomain("gipfel", {}, NOW);
  expect(read(file).problems).toEqual([]);
  expect(file).toMatchObject({ hosts: ["gipfel.localhost"], pool: "gipfel", settings: { name: "Gipfel", languages: ["en"] } });
  const wished = newDomain(
    "gipfel",
    {
      ...{ name: "Gipfelglück", host: "dating.example.com", languages: "de,en", countries: "AT, CH", email: "hilfe@example.com" },
      company: "Gipfel GmbH; Bergstrasse 1; 6020 Innsbruck; AT",
    },
    NOW,
  );
  expect(read(wished).problems).toEqual([]);
  expect(wished).toMatchObject({
    hosts: ["dating.example.com", "gipfel.localhost"],
    settings: {
      ...{ name: "Gipfelglück", domain: "dating.example.com", domain_language: "de-DE", countries: ["AT", "CH"] },
      ...{ geoip_country: "AT", support_email: "hilfe@example.com" },
      companies: { "*": { name: "Gipfel GmbH", city: "6020 Innsbruck", country: "AT", added: "2026-11-23T00:00:00Z" } },
    },
  });
  for (const wrong of [{ languages: "xx" }, { company: "Gipfel GmbH" }]) expect(() => newDomain("gipfel", wrong, NOW)).toThrow();
  for (const [wrong, said] of [
    [{ host: "Bad Host:80" }, '"Bad Host:80" is no host'],
    [{ email: "nobody" }, '"nobody" is no e-mail address'],
    [{ countries: "AT,UK" }, '"UK" is no code of a country'],
  ] as const)
    expect(() => newDomain("gipfel", wrong, NOW)).toThrow(said);
  expect(() => newDomain("Gipfel", {}, NOW)).toThrow("lower case");
});

test("a file names countries that there are", () => {
  const file = newDomain("gipfel", {}, NOW);
  Object.assign(file.settings, { countries: ["GB", "UK"], geoip_country: "ZZ" });
  expect(read(file).problems).toEqual([
    expect.stringMatching(/: settings\.countries\[1\] \("UK"\): is no code of a country; did you mean "GB"\?$/),
    expect.stringMatching(/: settings\.geoip_country \("ZZ"\): is no code of a country \(ISO 3166-1\)/),
  ]);
});

test("a site that leaves this machine names its company in full", () => {
  const { problems } = read(newDomain("gipfel", { host: "dating.example.com" }, NOW));
  expect(problems).toEqual([
    expect.stringMatching(/settings\.companies\.\*\.address \("to be filled in"\): a site that leaves this machine/),
    expect.stringMatching(/settings\.companies\.\*\.city \("to be filled in"\): /),
  ]);
});

test("a restored file holds what an operator would write, and means the same", () => {
  const file = newDomain("gipfel", {}, NOW);
  const whole = domainFileSchema.parse({ ...file, settings: { ...file.settings, message_length: 1000, min_age: 21 } });
  const written = withoutDefaults(whole) as { settings: object };
  expect(Object.keys(written.settings)).toEqual(expect.arrayContaining(["name", "min_age"]));
  expect(written.settings).not.toHaveProperty("message_length");
  expect(domainFileSchema.parse(written)).toEqual(whole);
});

test("differences are described field by field, items with an id by it", () => {
  const packages = [
    { id: "c25", amount: 1249 },
    { id: "c60", amount: 2499 },
  ];
  const found = differences(
    { name: "A", gone: 1, countries: ["AT"], packages, same: { a: [1] } },
    {
      ...{ name: "B", came: null, countries: ["AT", "CH"], same: { a: [1] } },
      packages: [packages[0], { id: "c60", amount: 2599 }, { id: "c99", amount: 1 }],
    },
  );
  expect(found.map(describeDifference)).toEqual([
    '  name: "A" → "B"',
    "- gone: 1",
    '  countries: ["AT"] → ["AT","CH"]',
    "  packages.c60.amount: 2499 → 2599",
    '+ packages.c99: {"id":"c99","amount":1}',
    "+ came: null",
  ]);
  expect(differences({ packages }, { packages: packages.toReversed() }).map(describeDifference)).toEqual([
    '  packages (order): ["c25","c60"] → ["c60","c25"]',
  ]);
});
