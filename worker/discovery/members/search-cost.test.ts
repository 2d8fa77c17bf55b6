import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { ANYBODY, insertSearchedMembers, type SearchedMembers } from "#tests/setup/searched-members.ts";
import { createSearchStore, type Page } from "./search.store.ts";
import { SORTS } from "./search.vocabulary.ts";
import { LOOKED_AT } from "./search-page.sql.ts";
import type { Next, Search } from "./search-query.ts";
import { cellsAround } from "./towns.ts";

const PAGE = 24;
const NOW = Date.UTC(2026, 0, 15);

const d1 = countedD1(env.DB);
const store = createSearchStore(connect(d1.db));
let members: SearchedMembers;

beforeAll(async () => {
  members = await insertSearchedMembers(env.DB);
});

const AMSTERDAM = { country: "NL", region: "NL-NH", city: "Amsterdam" };
const TOWNS = cellsAround(AMSTERDAM, { country: "NL" });
/** As many towns as the largest country has, beside these. */
const MANY_TOWNS = [...TOWNS, ...cellsAround(AMSTERDAM, { country: "US" })];

/** No bitmap holds this filter, and nobody fits. */
const NEVER = { country: "NL", lately: NOW + 1 };

const EVERYWHERE = cellsAround({ country: "NL", region: "NL-NH", city: "Amsterdam" }, {});

const young = { bornAfter: "1999-01-01", bornUntil: "2000-01-01" };

/** Members in searches for both are a range of their own, read ahead once for each part of a walk. Others are asked whether they hide. */
const MERGED = 16;

test.each<[string, Partial<Search>]>([
  ["a country", {}],
  ["a region", { region: "R1" }],
  ["everywhere", { country: null }],
  ["newest", { sort: "newest" }],
  ["newest everywhere", { sort: "newest", country: null }],
])("a page by place reads at most five rows a card and some to merge its ranges, in one round trip: %s", async (_, filter) => {
  const search = { ...ANYBODY, ...filter, viewerId: members.viewerId };
  d1.take();
  const { rows: cards, next } = await store.firstPage(search, PAGE, NOW);
  expect(cards).toHaveLength(PAGE);
  const first = d1.take();
  expect(first.trips).toBe(1);
  expect(first.rows).toBeLessThanOrEqual(5 * PAGE + MERGED);
  await store.nextPage(search, next as Next, PAGE, NOW);
  expect(d1.take().rows).toBeLessThanOrEqual(5 * PAGE + MERGED);
});

test.each<[string, Partial<Search>]>([
  ["one attribute", { traits: { hair: "red" } }],
  ["a height", { tallFrom: 172 }],
  ["a language", { speaks: "fr" }],
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
  ["a height of few, and a language", { tallFrom: 205, speaks: "fr" }],
  ["a height and a language of nobody", { tallFrom: 218, speaks: "he" }],
  ["verified", { verified: true, traits: { hair: "red" } }],
  ["everyone", { genders: ["male", "female", "both"], traits: { hair: "red", eyes: "grey", body: "slim" }, photo: true }],
  ["near", { within: [1], traits: { hair: "red" }, sort: "nearest", around: [1] }],
  ["through all towns of a country", { country: "NL", bornUntil: "1900-01-01", sort: "nearest", around: TOWNS }],
  ["through all towns of all countries", { country: null, bornUntil: "1900-01-01", sort: "nearest", around: EVERYWHERE }],
  ["through all towns, without bitmaps", { country: null, lately: NOW + 1, sort: "nearest", around: EVERYWHERE }],
  ["along trips within the country", { region: "nowhere", sort: "nearest", around: [1] }],
  ["active since, by distance", { ...NEVER, sort: "nearest", around: TOWNS }],
  ["not opened and not passed, by distance", { ...NEVER, unopened: 1, unpassed: 1, sort: "nearest", around: TOWNS }],
  ["not opened, by distance in a country of many towns", { ...NEVER, unopened: 1, sort: "nearest", around: MANY_TOWNS }],
  ["in common", { shared: ["wine"], sort: "common" }],
  ["everything", { ...young, region: "R1", traits: { hair: "red", eyes: "blue" }, interests: ["sex"] }],
])("a narrow search stays within the bound, whatever the size of the place: %s", async (_, filter) => {
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

test("all filters with the towns of all countries stay within D1's statement length", async () => {
  const towns = cellsAround(AMSTERDAM, {});
  expect(towns.length).toBeGreaterThan(1000);
  const traits = { hair: "red", eyes: "blue", body: "slim", relationship: "open" } as const;
  const near: Search = {
    ...ANYBODY,
    viewerId: members.viewerId,
    genders: ["male", "female", "both"],
    country: null,
    around: towns,
  };
  const all = {
    photo: true,
    checked: true,
    verified: true,
    interests: ["wine", "tea"] as const,
    everyInterest: true,
    within: towns,
    own: { gender: "male" as const, age: 30, towns: Object.fromEntries(towns.map((cell) => [cell, 100])) },
  };
  for (const more of [
    {},
    { traits },
    { activeAfter: 1 },
    { activeAfter: 1, traits },
    { traits, ...all },
    { activeAfter: 1, traits, ...all },
  ])
    for (const sort of SORTS) await expect(store.firstPage({ ...near, ...more, sort }, PAGE, NOW)).resolves.toBeDefined();
});

const rare = { hair: "red", eyes: "green", body: "slim", relationship: "open", reason: "chat", tattoos: "few" } as const;
const MANY_BLOCKS = 2300;

async function insertEmptyBlocks(): Promise<void> {
  const terms = ["*", "i:wine", ...Object.entries(rare).map(([trait, value]) => `${trait}:${value}`)];
  await env.DB.prepare(
    `WITH RECURSIVE blocks(block) AS (SELECT 10 UNION ALL SELECT block + 1 FROM blocks WHERE block < ?2)
      INSERT OR IGNORE INTO profile_bits (pool, gender, term, country, block)
      SELECT 'big', g.value, t.value, 'NL', block FROM json_each('["male","female"]') g CROSS JOIN json_each(?1) t CROSS JOIN blocks`,
  )
    .bind(JSON.stringify(terms), MANY_BLOCKS)
    .run();
}

async function walkOn(filter: Partial<Search>) {
  await insertEmptyBlocks();
  const search: Search = { ...ANYBODY, viewerId: members.viewerId, ...filter };
  d1.take();
  const first = await store.firstPage(search, PAGE, NOW);
  const pages: Page[] = [first];
  for (let { next } = pages[0] as Page; next !== null; next = pages.at(-1)?.next ?? null) {
    expect(d1.take()).toEqual({ trips: 1, rows: expect.toSatisfy((rows: number) => rows <= LOOKED_AT) });
    pages.push(await store.nextPage(search, next, PAGE, NOW));
  }
  expect(first).toMatchObject({ short: expect.any(Number), total: { exact: false } });
  for (const page of pages.slice(0, -1)) expect(page.rows.length > 0 || page.short !== null).toBe(true);
  const found = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
  expect(found.toSorted()).toEqual(members.expected(search).toSorted());
  return { first, pages };
}

test.each<[string, Partial<Search>]>([
  ["a country", {}],
  ["everywhere", { country: null }],
  ["everyone", { genders: ["male", "female", "both"] }],
  ["everyone everywhere", { genders: ["male", "female", "both"], country: null }],
  ["in common", { country: null, shared: ["wine"], sort: "common" }],
  ["one attribute", { traits: { tattoos: "few" }, interests: [], verified: true }],
])("a look into bitmaps of millions of members ends, says so and goes on: %s", async (_, place) => {
  const { pages } = await walkOn({ traits: rare, interests: ["wine"], ...place });
  expect(pages.length).toBeGreaterThan(3);
});

test.each<[string, Partial<Search>]>([
  ["in order", {}],
  ["newest", { sort: "newest" }],
  ["in common", { shared: ["wine"], sort: "common" }],
])("whom the walk finds before the bitmaps do is shown at once, and once: %s", async (_, order) => {
  const { first } = await walkOn({ traits: { hair: "brown", eyes: "blue", body: "slim" }, ...order });
  expect(first.rows).not.toEqual([]);
});

/** Has opened and passed everybody, and has more chats than any look holds. */
async function addBusyMember(): Promise<string> {
  const [id = ""] = members.rows.filter(({ pool, gender }) => pool === "big" && gender === "male").map((row) => row.id);
  const all = (text: string, limit = -1) =>
    env.DB.prepare(`${text} FROM profiles WHERE pool = 'big' AND id <> ?1 ORDER BY id LIMIT ${limit}`).bind(id);
  const side = (member: string, other: string) =>
    all(
      `INSERT INTO participants (conversation_id, member_id, other_id, wrote, last_at, place_at)
        SELECT 'c' || id, ${member}, ${other}, rowid % 5 > 0, 1000 + rowid, 1000 + rowid`,
      3000,
    );
  await env.DB.batch([
    all("INSERT INTO visits (visited_id, visitor_id, at) SELECT id, ?1, 2"),
    all("INSERT INTO swipes (member_id, profile_id, liked, at) SELECT ?1, id, 0, 2 + rowid"),
    all(
      "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) SELECT 'c' || id, min(?1, id), max(?1, id), ?1, 1",
      3000,
    ),
    side("?1", "id"),
    side("id", "?1"),
  ]);
  return id;
}

test("what was between a busy member and all others costs within the bound, and a usual filter costs a usual member little", async () => {
  const busy = await addBusyMember();
  const pairs: Partial<Search>[] = [{ unopened: 1 }, { unpassed: 1 }, { unopened: 1, unpassed: 1 }];
  const chats: Partial<Search>[] = [{ answered: true }, ...pairs.map((pair) => ({ answered: true, ...pair }))];
  const also: Partial<Search>[] = [
    {},
    { traits: { hair: "red" } },
    { traits: rare },
    { sort: "newest", country: null },
    { shared: ["wine"], sort: "common" },
  ];
  const costs: Record<string, number> = {};
  let found = 0;
  for (const filter of [...pairs, ...chats])
    for (const other of also) {
      const search: Search = { ...ANYBODY, ...other, ...filter, viewerId: busy };
      d1.take();
      const { next, rows: cards } = await store.firstPage(search, PAGE, NOW);
      found += cards.length;
      const first = d1.take();
      expect(first.trips).toBe(1);
      if (next) await store.nextPage(search, next, PAGE, NOW);
      costs[JSON.stringify({ ...filter, ...other })] = Math.max(first.rows, d1.take().rows);
    }
  expect(Object.entries(costs).filter(([, rows]) => rows > LOOKED_AT + 25)).toEqual([]);
  expect(found).toBeGreaterThan(PAGE);
  for (const filter of pairs) {
    d1.take();
    const { rows: cards } = await store.firstPage({ ...ANYBODY, ...filter, viewerId: members.viewerId }, PAGE, NOW);
    expect(cards).toHaveLength(PAGE);
    // The first look, its cards, and one for each visit and two for each swipe, whatever became of it: most of all here.
    expect(d1.take().rows).toBeLessThanOrEqual(1_300);
  }
});

test("a place of which thousands are on trips inside the country costs within the bound", async () => {
  await env.DB.prepare(
    `INSERT INTO trips (id, member_id, country, region, city, cell, from_day, until_day, shown_at, ends_at, begun, home_country, joined_at)
     SELECT 'inside ' || id, id, 'NL', 'NL-NH', 'Town', cell, '2026-01-14', '2026-01-14', ?1, ?1 + 1, 1, country, created_at
     FROM profiles WHERE rowid % 4 = 1 AND stay IS NULL`,
  )
    .bind(NOW)
    .run();
  await env.DB.prepare(
    `UPDATE profiles SET stay = '{"city":"Town","from":"2026-01-14"}' WHERE rowid % 4 = 1 AND stay IS NULL`,
  ).run();
  d1.take();
  const search: Search = { ...ANYBODY, within: [1], traits: { hair: "red" }, sort: "nearest", around: [1] };
  let page: Page = await store.firstPage(search, PAGE, NOW);
  for (let pages = 0; ; pages++) {
    expect(d1.take().rows).toBeLessThanOrEqual(LOOKED_AT + 4 * PAGE);
    if (!page.next || pages > 3) break;
    page = await store.nextPage(search, page.next, PAGE, NOW);
  }
  // Whoever went before thousands of others is found, if not at once, and no number leaves them out.
  const first = await env.DB.prepare(
    `SELECT a.member_id FROM trips a JOIN profiles p ON p.id = a.member_id
     WHERE a.country = 'IE' AND p.pool = 'big' AND p.country = 'NL' AND p.gender = 'female' AND p.fictional = 0
       AND p.shown_to_visitors = 1 ORDER BY a.joined_at LIMIT 1`,
  ).first<string>("member_id");
  await env.DB.prepare("UPDATE profiles SET last_active_at = ?1 WHERE id = ?2")
    .bind(NOW + 2, first)
    .run();
  const lately: Search = { ...ANYBODY, sort: "nearest", around: [1], lately: NOW + 1, viewerId: members.viewerId };
  const { next, total, rows: cards } = await store.firstPage(lately, PAGE, NOW);
  expect([cards, total.exact]).toEqual([[], false]);
  const found: string[] = [];
  for (let from = next; from; ) {
    d1.take();
    const further = await store.nextPage(lately, from, PAGE, NOW);
    expect(d1.take().rows).toBeLessThanOrEqual(LOOKED_AT + 4 * PAGE);
    found.push(...further.rows.map((row) => row.id));
    from = further.next;
  }
  expect(found).toEqual([first]);
});
