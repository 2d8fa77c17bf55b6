import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { ANYBODY, insertSearchedMembers, type SearchedMembers } from "#tests/setup/searched-members.ts";
import { createSearchStore } from "./search.store.ts";
import { LOOKED_AT } from "./search-page.sql.ts";
import type { Next, Search } from "./search-query.ts";

const PAGE = 24;
const NOW = Date.UTC(2026, 0, 15);

const d1 = countedD1(env.DB);
const store = createSearchStore(connect(d1.db));
let members: SearchedMembers;

beforeAll(async () => {
  members = await insertSearchedMembers(env.DB);
}, 240_000);

const young = { bornAfter: "1999-01-01", bornUntil: "2000-01-01" };

test.each<[string, Partial<Search>]>([
  ["a country", {}],
  ["a region", { region: "R1" }],
  ["everywhere", { country: null }],
  ["newest", { sort: "newest" }],
  ["newest everywhere", { sort: "newest", country: null }],
])("a page by place reads at most five rows a card, in one round trip: %s", async (_, filter) => {
  const search = { ...ANYBODY, ...filter, viewerId: members.viewerId };
  d1.take();
  const { rows: cards, next } = await store.firstPage(search, PAGE, NOW);
  expect(cards).toHaveLength(PAGE);
  const first = d1.take();
  expect(first.trips).toBe(1);
  expect(first.rows).toBeLessThanOrEqual(5 * PAGE);
  await store.nextPage(search, next as Next, PAGE, NOW);
  expect(d1.take().rows).toBeLessThanOrEqual(5 * PAGE);
});

test.each<[string, Partial<Search>]>([
  ["one attribute", { traits: { hair: "red" } }],
  ["an own question", { answers: { climbing: "lead" } }],
  ["an age", { bornAfter: "1990-01-01", bornUntil: "1999-01-01" }],
  ["newest in a region", { sort: "newest", region: "R1" }],
])("a usual filter in a large place ends with the first look: %s", async (_, filter) => {
  const search = { ...ANYBODY, ...filter, country: null };
  d1.take();
  expect((await store.firstPage(search, PAGE, NOW)).rows).toHaveLength(PAGE);
  expect(d1.take().rows).toBeLessThanOrEqual(650);
});

test.each<[string, Partial<Search>]>([
  ["two attributes", { traits: { hair: "red", eyes: "blue" } }],
  ["one year of age", young],
  ["own questions", { answers: { climbing: "lead", tent: "hut" } }],
  ["own questions and attributes", { answers: { climbing: "boulder", tent: "hut" }, traits: { hair: "red", eyes: "blue" } }],
  ["a choice of nobody", { answers: { climbing: "never" } }],
  ["nobody", { traits: { hair: "red", eyes: "grey", body: "slim" }, interests: ["wine"] }],
  ["verified", { verified: true, traits: { hair: "red" } }],
  ["everyone", { genders: ["male", "female"], traits: { hair: "red", eyes: "grey", body: "slim" }, photo: true }],
  ["near", { within: [1], traits: { hair: "red" }, sort: "nearest", around: [1] }],
  ["in common", { shared: ["wine"], sort: "common" }],
  ["everything", { ...young, region: "R1", traits: { hair: "red", eyes: "blue" }, interests: ["sex"] }],
])("a narrow search looks at 2,000 at most, whatever the size of the place: %s", async (_, filter) => {
  for (const place of [{ country: "NL" }, { country: null }]) {
    const search = { ...ANYBODY, ...place, ...filter, viewerId: members.viewerId };
    d1.take();
    const { next } = await store.firstPage(search, PAGE, NOW);
    const cost = d1.take();
    expect(cost.trips).toBe(1);
    expect(cost.rows).toBeLessThanOrEqual(LOOKED_AT + 4 * PAGE);
    if (next) await store.nextPage(search, next, PAGE, NOW);
    expect(d1.take().rows).toBeLessThanOrEqual(LOOKED_AT + 4 * PAGE);
  }
});
