import { expect, test } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import { untouched } from "#tests/setup/site-form.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { staffSettings } from "#worker/sites/domains/staff.vocabulary.ts";
import { FIXED, SECTIONS } from "./sections.vocabulary.ts";
import { draftOf, fieldsOfSection, keepFixed } from "./site-draft.ts";

const files = readDomainFiles();
const rows = files.map((file) => ({
  ...{ id: file.id, pool: file.pool, settings: JSON.stringify(file), hosts: JSON.stringify(file.hosts) },
}));

const site = files[0] as DomainFile;
const draft = (section: (typeof SECTIONS)[number], values: Record<string, string>, file = site) =>
  draftOf(rows, { site: file.id, section, ...untouched(fieldsOfSection(file, section)), ...values });

test("a form that nobody touched changes nothing, on every site and in every section", () => {
  expect(files.length).toBeGreaterThan(5);
  for (const file of files)
    for (const section of SECTIONS) {
      const { problems, changes } = draft(section, {}, file);
      expect({ site: file.id, section, problems, changes }).toEqual({ site: file.id, section, problems: [], changes: [] });
    }
});

test("every setting is in a section, or only the file says it", () => {
  const names = SECTIONS.flatMap((section) => fieldsOfSection(site, section)).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(["/settings/name", "/settings/packages", "/words/faq", "/settings/archive_after"]),
  );
});

test("what guards against staff themselves is in no form, and no form that names it changes it", () => {
  expect(FIXED).toEqual(expect.arrayContaining([...Object.keys(staffSettings), "refund_alone", "payment_provider", "age_oidc"]));
  const sent = {
    "/settings/one_person": "on",
    "/settings/refund_alone/EUR": "99999999",
    "/settings/refund_alone/+/@": "USD",
    "/settings/refund_alone/+": "99999999",
    "/settings/payment_provider": "ccbill",
    "/settings/age_oidc/issuer": "https://evil.example",
  };
  for (const section of SECTIONS) {
    const names = fieldsOfSection(site, section).map(({ name }) => name.replace("/settings/", ""));
    expect(names.filter((name) => FIXED.includes(name))).toEqual([]);
    expect(draft(section, sent).changes).toEqual([]);
  }
});

test("an earlier version brings back texts, pictures and open settings, and nothing that only the file says", () => {
  const earlier: DomainFile = {
    ...site,
    ...{ hosts: ["evil.example"], pool: "evil", nudity: "explicit", sms_per_day: 99_999 },
    api: { mode: "proxy", upstream: "https://evil.example", timeout_ms: 100, local: [] },
    settings: { ...site.settings, one_person: true, refund_alone: { EUR: 99_999_999 }, photo_credits: 9 },
    words: { ...site.words, title: { en: "Earlier" } },
  };
  const kept = keepFixed(site, earlier);
  expect(kept).toEqual({ ...site, words: earlier.words, settings: { ...site.settings, photo_credits: 9 } });
  expect(JSON.stringify(keepFixed(site, site))).toBe(JSON.stringify(site));
});

test("a changed value, an item that is added and one that goes arrive in the file", () => {
  const [first] = site.settings.gifts;
  const { problems, file } = draft("prices", {
    "/settings/gifts/0/-": "on",
    "/settings/packages/EUR/+/id": "c999",
    "/settings/packages/EUR/+/credits": "999",
    "/settings/packages/EUR/+/amount": "199999",
    "/settings/photo_credits": "3",
  });
  expect(problems).toEqual([]);
  expect(file?.settings.photo_credits).toBe(3);
  expect(first).toBeDefined();
  expect(file?.settings.gifts).toEqual(site.settings.gifts.slice(1));
  expect(file?.settings.packages.EUR?.at(-1)).toEqual({ id: "c999", credits: 999, amount: 199999 });
  const named = draft("members", { "/settings/languages_by_country/+/@": "AT", "/settings/languages_by_country/+/de": "on" });
  expect(named.file?.settings.languages_by_country.AT).toEqual(["de"]);
});

test("what is wrong is named at its field, also below an item that goes", () => {
  const wrong = (section: (typeof SECTIONS)[number], values: Record<string, string>) => draft(section, values).problems;
  expect(wrong("prices", { "/settings/packages/EUR/0/-": "on", "/settings/packages/EUR/1/amount": "11.90" })).toEqual([
    { field: "/settings/packages/EUR/1/amount", message: "is in cents: 1190" },
  ]);
  expect(wrong("prices", { "/settings/packages/EUR/1/amount": "12,49" })).toEqual([
    { field: "/settings/packages/EUR/1/amount", message: "is in cents: 1249" },
  ]);
  expect(wrong("about", { "/settings/name": "" })).toEqual([{ field: "/settings/name", message: "is empty" }]);
  expect(wrong("looks", { "/settings/theme/primary": "green" })).toEqual([
    { field: "/settings/theme/primary", message: expect.stringContaining("#rrggbb") },
  ]);
  expect(wrong("prices", { "/settings/message_credits": "two" })).toEqual([
    { field: "/settings/message_credits", message: "is a text, not a number" },
  ]);
});
