import { expect, test } from "vitest";
import { contradictionsOf, type Standing } from "./contradictions.ts";

type Site = Standing["site"];
const site: Site = {
  ...{ id: "gipfel", pool: "gipfel", hosts: ["gipfel.example", "gipfel.localhost"] },
  settings: {
    languages: ["de", "en"],
    packages: {
      EUR: [{ id: "c25", credits: 25, amount: 1249 }],
      CHF: [{ id: "c25", credits: 25, amount: 1290 }],
    },
  },
};
const full: Standing = {
  ...{ site, members: 1312, credits: 40 },
  orders: [{ currency: "CHF", packageId: "c25", count: 2 }],
  languages: [
    { language: "de", count: 1311 },
    { language: "en", count: 1 },
  ],
};
const empty: Standing = { site, members: 0, credits: 0, orders: [], languages: [] };
const said = (standing: Standing, files: Site[], only = true) =>
  contradictionsOf([standing], files, only).map(({ text, mayBeMeant }) => `${mayBeMeant ? "asked" : "refused"}: ${text}`);

test("a file that says what the store says contradicts nothing, nor does anything while nobody is there", () => {
  expect(said(full, [site])).toEqual([]);
  for (const file of [
    { ...site, pool: "gipfle" },
    { ...site, id: "gipfle" },
    { ...site, hosts: ["new.example"] },
  ])
    expect(said(empty, [file], false)).toEqual([]);
});

test("a text that members have agreed to is asked for when its words change without a version, or when it goes back", () => {
  const of = (hash: string, version = "2026-11-15", name = "terms"): Site => ({
    ...site,
    assets: { legal: { [name]: { version, files: { de: { hash } } } } },
  });
  const after = (before: Site, file: Site) => said({ ...full, site: before }, [file]);
  expect(after(of("a"), of("a"))).toEqual([]);
  expect(after(of("a"), of("b", "2026-11-20"))).toEqual([]);
  expect(after(site, of("a"))).toEqual([]);
  expect(after(of("a", "2026-11-15", "imprint"), of("b", "2026-11-15", "imprint"))).toEqual([]);
  expect(after(of("a"), of("b"))).toEqual([
    "asked: terms.de.md has other words and the same version 2026-11-15: 1,312 members would not be asked to agree. A mere correction may keep it.",
  ]);
  expect(after(of("a"), of("b", "2026-11-01"))[0]).toContain("goes back from version 2026-11-15 to 2026-11-01");
  expect(after(of("a"), site)[0]).toContain("goes back from version 2026-11-15 to 2023-12-01");
  expect(said({ ...empty, site: of("a") }, [of("b")])).toEqual([]);
});

test("another pool is refused with the number of members", () => {
  expect(said(full, [{ ...site, pool: "gipfle" }])).toEqual([
    'refused: pool is "gipfle" in the file, but the site\'s 1,312 members are in "gipfel" and could not log in. Write "pool": "gipfel" again, or bring the pools together: npm run pool -- merge gipfel gipfle',
  ]);
  expect(said({ ...full, members: 1 }, [{ ...site, pool: "velvet" }])[0]).toContain("the site's 1 member is in");
});

test("another id for the same hosts is refused", () => {
  expect(said(full, [{ ...site, id: "berg" }])).toEqual([
    'refused: gipfel.example, gipfel.localhost would go to "berg", and 1,312 members of "gipfel" would lose the site. An id never changes: write "id": "gipfel" again.',
  ]);
});

test("a site without a file is asked for, unless the command names other sites only", () => {
  expect(said(full, [], false)).toEqual([
    "asked: has no file, so its hosts would show no site: 1,312 members, 40 credits, 2 open orders.",
  ]);
  expect(said(full, [])).toEqual([]);
});

test("a host, a currency, a package and a language that end are asked for with their counts", () => {
  const { EUR } = site.settings.packages;
  const less = { ...site, hosts: ["gipfel.example"], settings: { languages: ["de" as const], packages: { EUR: EUR ?? [] } } };
  expect(said(full, [less])).toEqual([
    "asked: gipfel.localhost goes: its links lead nowhere then, and passkeys made there end. The site has 1,312 members.",
    "asked: 2 open orders of c25 in CHF, which the file no longer sells. An open order keeps its price and credits.",
    "asked: prices in CHF end; the site has 1,312 members.",
    'asked: the file no longer offers "en", in which 1 member reads the site.',
  ]);
});
