import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type DomainFile, domainFileSchema } from "./domain-file.ts";
import { parseStored } from "./stored-file.ts";

const [file] = env.TEST_DOMAINS as [DomainFile];
const domain = domainFileSchema.parse(file);

const read = (change: object, settings: object = {}) =>
  parseStored(domainFileSchema, JSON.stringify({ ...domain, ...change, settings: { ...domain.settings, ...settings } }));

const question = (...languages: string[]) => {
  const inAll = Object.fromEntries(languages.map((language) => [language, "Tent?"]));
  return [{ id: "tent", text: inAll, choices: ["a", "b"].map((id) => ({ id, name: inAll })) }];
};

test("names and codes of a newer build are left out of a stored domain, and nothing else", () => {
  const newer = read(
    { later: {}, words: { ...domain.words, title: { en: "Hello", cs: "Ahoj" } } },
    {
      search_fields: ["shoes", "hair", "hats", "body"],
      languages: ["de", "cs", "en"],
      languages_by_country: { AT: ["de", "cs"] },
      questions: question("en", "cs"),
      later_setting: true,
    },
  );
  const older = {
    search_fields: ["hair", "body"],
    languages: ["de", "en"],
    languages_by_country: { AT: ["de"] },
    questions: question("en"),
  };
  expect(newer.settings).toMatchObject(older);
  expect(newer).toEqual(read({ words: { ...domain.words, title: { en: "Hello" } } }, older));
});

test.each<[string, object]>([
  ["a value that decides who may come in", { signups: "with_invitation" }],
  ["a list that has nothing left", { languages: ["cs"] }],
  ["a code that is malformed, not unknown", { countries: ["austria"] }],
])("%s is refused as in a file", (_, settings) => {
  expect(() => read({}, settings)).toThrow();
});
