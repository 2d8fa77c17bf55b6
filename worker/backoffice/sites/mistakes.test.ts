import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDomainsIn } from "#scripts/data.ts";
import { changed, curves, IN_SETTINGS, MEANT, OF_FILES, setting } from "#tests/setup/mistakes.ts";
import { untouched } from "#tests/setup/site-form.ts";
import { contradictionsOf, type Standing } from "#worker/sites/domains/contradictions.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { warningsOf } from "#worker/sites/domains/warnings.ts";
import type { Section } from "./sections.vocabulary.ts";
import { contradicting, draftOf, fieldsOfSection } from "./site-draft.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "liaison-mistakes-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What `npm run domain -- check` says of these files beside another niche. */
function said(text: string | Buffer, beside: Record<string, string | Buffer> = {}): string[] {
  rmSync(folder, { recursive: true });
  mkdirSync(join(folder, "gipfel"), { recursive: true });
  const { assets: _, ...other } = curves;
  writeFileSync(join(folder, "curves.json"), JSON.stringify(other));
  writeFileSync(join(folder, "gipfel.json"), text);
  for (const [name, content] of Object.entries(beside)) writeFileSync(join(folder, "gipfel", name), content);
  return readDomainsIn(folder).problems;
}

test.each(IN_SETTINGS)("%s is told by the check with file, line, column and value", (_, change, message) => {
  const problems = said(changed(change));
  const found = problems.filter((line) => message.test(line));
  expect(found.length, problems.join("\n")).toBeGreaterThan(0);
  for (const line of found) expect(line).toMatch(/^db\/domains\/(gipfel|curves)\.json:\d+:\d+: /);
});

const TYPED = IN_SETTINGS.flatMap(([mistake, , , typed]) => (typed ? [[mistake, ...typed] as const] : []));

test.each(TYPED)("%s is told in the browser at its field", (_, section, field, value, message) => {
  const file = { ...readWhole(), settings: { ...readWhole().settings } };
  const row = { id: file.id, pool: file.pool, settings: JSON.stringify(file), hosts: JSON.stringify(file.hosts) };
  const form = untouched(fieldsOfSection(file, section));
  expect(Object.keys(form)).toContain(field);
  const { problems, file: made } = draftOf([row], { site: file.id, section, ...form, [field]: value });
  expect(made).toBeNull();
  const own = problems.filter((one) => field.startsWith(one.field));
  expect(own.map((one) => one.message).join("\n"), JSON.stringify(problems)).toMatch(message);
});

test.each(OF_FILES)("%s is told by the check with its file", (_, text, beside, message) => {
  const problems = said(text, beside);
  expect(
    problems.some((line) => message.test(line)),
    problems.join("\n"),
  ).toBe(true);
});

test("several mistakes are told at once, and what is only written otherwise is taken", () => {
  const three = said(
    changed(({ settings }) => void Object.assign(settings, { min_age: 16, languages: ["de", "pt"], signup_credit: 1 })),
  );
  expect(three).toHaveLength(3);
  expect(said(changed(() => {}))).toEqual([]);
  expect(said(changed(() => {}).replaceAll("\n", "\r\n"))).toEqual([]);
  expect(said(`\uFEFF${changed(() => {})}`)).toEqual([]);
  expect(said(changed(setting("theme", { primary: "#2F6D4F" })))).toEqual([]);
});

test.each(MEANT)("%s is warned of", (_, settings, warning) => {
  const file = readWhole();
  const warnings = warningsOf({ ...file, settings: { ...file.settings, ...settings } } as DomainFile);
  expect(warnings.map(({ path, message }) => `${path.slice(1).join(".")} ${message}`).join("\n")).toMatch(warning);
});

const FULL = {
  ...{ members: 1312, credits: 40 },
  orders: [{ currency: "EUR", packageId: "c60", count: 2 }],
  languages: [
    { language: "de", count: 1300 },
    { language: "en", count: 12 },
  ],
};
const legal = (version: string, hash: string) => ({ terms: { version, files: { de: { hash }, en: { hash } } } });

/** A right file that contradicts what members have. The browser changes no pool, id, host and legal text. */
const AGAINST_STORE: [
  mistake: string,
  change: (file: DomainFile) => unknown,
  message: RegExp,
  answer: "refused" | "asked",
  typed?: [Section, change: (form: Record<string, string>) => unknown],
][] = [
  ["one wrong letter in the pool", () => ({ pool: "gipfle" }), /1,312 members are in "gipfel" and could not log in/, "refused"],
  [
    "the pool of another site",
    () => ({ pool: "curves" }),
    /bring the pools together: npm run pool -- merge gipfel curves/,
    "refused",
  ],
  ["another id", () => ({ id: "berg" }), /1,312 members of "gipfel" would lose the site\. An id never changes/, "refused"],
  ["a host that goes", () => ({ hosts: ["dating.example.com"] }), /gipfel\.localhost goes: .* 1,312 members/, "asked"],
  [
    "a package with open orders that goes",
    ({ settings }) => ({ settings: { ...settings, packages: { EUR: settings.packages.EUR?.slice(0, 1) } } }),
    /2 open orders of c60 in EUR, which the file no longer sells/,
    "asked",
    ["prices", (form) => Object.assign(form, { "/settings/packages/EUR/1/-": "on" })],
  ],
  [
    "a currency that ends",
    ({ settings }) => ({ settings: { ...settings, packages: {} } }),
    /prices in EUR end; the site has 1,312 members/,
    "asked",
    ["prices", (form) => Object.assign(form, { "/settings/packages/EUR/-": "on", "/settings/currencies/*/-": "on" })],
  ],
  [
    "a language in which members read",
    ({ settings }) => ({ settings: { ...settings, languages: ["de"] } }),
    /no longer offers "en", in which 12 members read the site/,
    "asked",
    ["members", (form) => Reflect.deleteProperty(form, "/settings/languages/en")],
  ],
  [
    "other words of the terms under the same version",
    () => ({ assets: { legal: legal("2026-11-15", "b") } }),
    /terms\.de\.md, terms\.en\.md have other words and the same version 2026-11-15/,
    "asked",
  ],
  [
    "terms that go back",
    () => ({ assets: { legal: legal("2026-11-01", "b") } }),
    /goes back from version 2026-11-15 to 2026-11-01/,
    "asked",
  ],
];

const standing = (site: DomainFile): Standing => ({
  ...FULL,
  site: { ...site, assets: { legal: legal("2026-11-15", "a") } } as never,
});

test.each(AGAINST_STORE)("%s contradicts the store, with the number of members", (_, change, message, answer) => {
  const file = { ...readWhole(), assets: { legal: legal("2026-11-15", "a") } };
  const after = { ...file, ...(change(file as never) as object) };
  const found = contradictionsOf([standing(file as never)], [after as never], true);
  expect(found.map(({ text }) => text).join("\n")).toMatch(message);
  expect(found.filter(({ text }) => message.test(text)).every(({ mayBeMeant }) => mayBeMeant === (answer === "asked"))).toBe(
    true,
  );
});

const TYPED_AGAINST = AGAINST_STORE.flatMap(([mistake, , message, , typed]) =>
  typed ? [[mistake, message, ...typed] as const] : [],
);

test.each(TYPED_AGAINST)("%s is asked about in the browser", async (_, message, section, change) => {
  const file = readWhole();
  const row = { id: file.id, pool: file.pool, settings: JSON.stringify(file), hosts: JSON.stringify(file.hosts) };
  const form = untouched(fieldsOfSection(file, section));
  change(form);
  const draft = draftOf([row], { site: file.id, section, ...form });
  expect(draft.problems).toEqual([]);
  const found = await contradicting(async () => [{ ...FULL, site: file }], draft.file);
  expect(found.map(({ text }) => text).join("\n")).toMatch(message);
});

test("a site without a file is asked about, and nothing where nobody is", () => {
  const file = readWhole();
  const texts = contradictionsOf([standing(file)], [], false).map(({ text }) => text);
  expect(texts).toEqual(["has no file, so its hosts would show no site: 1,312 members, 40 credits, 2 open orders."]);
  const empty = { ...standing(file), ...{ members: 0, credits: 0, orders: [], languages: [] } };
  expect(contradictionsOf([empty], [{ ...file, pool: "gipfle", hosts: ["new.example"] }], false)).toEqual([]);
});

test("the table holds 46 mistakes of files and nine that contradict the store, 15 of them also as they are typed", () => {
  const names = [...IN_SETTINGS, ...OF_FILES, ...MEANT, ...AGAINST_STORE].map(([mistake]) => mistake);
  expect([names.length, new Set(names).size, TYPED.length + TYPED_AGAINST.length]).toEqual([55, 55, 15]);
});

function readWhole(): DomainFile {
  expect(said(changed(() => {}))).toEqual([]);
  return readDomainsIn(folder).files.find(({ id }) => id === "gipfel") ?? expect.unreachable();
}
