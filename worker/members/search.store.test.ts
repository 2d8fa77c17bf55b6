import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { BODY_TYPES, EYE_COLOURS, HAIR_COLOURS, REASONS } from "#db/schema/attributes.ts";
import { insertMembers, REGIONS } from "#tests/setup/bulk-members.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { createSearchStore, LOOKED_AT, MOST, type Part, type Position, type Search } from "./search.store.ts";

const NOW = Date.UTC(2026, 0, 15);
const PAGE = 24;
const MEMBERS = 20_000;

interface Row {
  id: string;
  pool: string;
  status: string;
  gender: string;
  country: string;
  region: string;
  birth_date: string;
  interests: string;
  fictional: number;
  shown_to_visitors: number;
  last_active_at: number;
  created_at: number;
  [trait: string]: unknown;
}

const d1 = countedD1(env.DB);
const store = createSearchStore(connect(d1.db));
let rows: Row[];
let viewerId: string;
const blocked = new Set<string>();

const ANYBODY: Search = {
  pool: "big",
  viewerId: null,
  gender: "female",
  country: "NL",
  region: null,
  bornAfter: null,
  bornUntil: null,
  traits: {},
  interest: null,
  sort: "last_active",
  fictional: true,
};

beforeAll(async () => {
  await insertMembers(env.DB, "big", MEMBERS, NOW);
  await insertMembers(env.DB, "other", 600, NOW);
  // Every 7th hides from visitors, every 11th is fictional.
  await env.DB.batch([
    env.DB.prepare("UPDATE profiles SET shown_to_visitors = 0 WHERE rowid % 7 = 0"),
    env.DB.prepare("UPDATE profiles SET fictional = 1 WHERE rowid % 11 = 0"),
  ]);
  rows = (await env.DB.prepare("SELECT * FROM profiles").all<Row>()).results;
  const women = rows.filter((row) => fits(row, ANYBODY));
  viewerId = women[7]?.id ?? "";
  // Among the newest: one blocked, one blocking, one both, and two in other places.
  const newest = women.toSorted((a, b) => b.last_active_at - a.last_active_at).map((row) => row.id);
  const pairs = [
    [viewerId, newest[0]],
    [newest[1], viewerId],
    [viewerId, newest[5]],
    [newest[5], viewerId],
    [viewerId, rows.at(-1)?.id],
  ];
  for (const [blocker, one] of pairs) {
    await env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)").bind(blocker, one).run();
    blocked.add((blocker === viewerId ? one : blocker) as string);
  }
}, 60_000);

/** Reference implementation. */
function fits(row: Row, search: Search): boolean {
  return (
    row.status === "active" &&
    row.pool === search.pool &&
    row.gender === search.gender &&
    (!search.country || row.country === search.country) &&
    (!search.region || row.region === search.region) &&
    (!search.bornAfter || row.birth_date > search.bornAfter) &&
    (!search.bornUntil || row.birth_date <= search.bornUntil) &&
    Object.entries(search.traits).every(([trait, code]) => row[trait] === code) &&
    (!search.interest || (JSON.parse(row.interests) as string[]).includes(search.interest)) &&
    (search.fictional || row.fictional === 0) &&
    (search.viewerId ? row.id !== search.viewerId && !blocked.has(row.id) : row.shown_to_visitors === 1)
  );
}

const keyOf = (row: Row, search: Search) => (search.sort === "newest" ? row.created_at : row.last_active_at);

function expected(search: Search): string[] {
  const found = rows.filter((row) => fits(row, search));
  return found.sort((a, b) => keyOf(b, search) - keyOf(a, search) || (a.id < b.id ? 1 : -1)).map((row) => row.id);
}

async function walk(search: Search, size = PAGE) {
  const first = await store.firstPage(search, size);
  const pages = [first.rows];
  const shorts = [first.short];
  for (let next: Position | null = first.next; next !== null; ) {
    const page = await store.nextPage(search, next, size);
    pages.push(page.rows);
    shorts.push(page.short);
    next = page.next;
  }
  return { first, pages, shorts, ids: pages.flat().map((row) => row.id) };
}

// Half of the filters stay open, for wide and narrow searches.
const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { freq: 2 });
const searches = fc
  .record({
    viewer: fc.boolean(),
    pool: fc.constantFrom("big", "big", "big", "other", "nobody's"),
    gender: fc.constantFrom("female" as const, "male" as const),
    country: fc.option(fc.constantFrom("NL", "DE", "FR"), { freq: 3 }),
    region: maybe(REGIONS),
    born: fc.option(fc.tuple(fc.integer({ min: 1960, max: 2006 }), fc.integer({ min: 0, max: 30 })), { freq: 2 }),
    open: fc.constantFrom("both", "after", "until"),
    hair: maybe(HAIR_COLOURS),
    eyes: maybe(EYE_COLOURS),
    body: maybe(BODY_TYPES),
    reason: maybe(REASONS),
    interest: maybe(["sex", "sex_toys", "wine"] as const),
    sort: fc.constantFrom("last_active" as const, "newest" as const),
    fictional: fc.boolean(),
  })
  .map(
    ({ viewer, born, open, hair, eyes, body, reason, ...rest }): Search => ({
      ...rest,
      // A region belongs to a country.
      region: rest.country && rest.region,
      viewerId: viewer ? viewerId : null,
      bornAfter: born && open !== "until" ? `${born[0]}-05-01` : null,
      bornUntil: born && open !== "after" ? `${born[0] + born[1]}-05-01` : null,
      traits: Object.fromEntries(Object.entries({ hair, eyes, body, reason }).filter(([, code]) => code !== null)),
    }),
  );

/** The rows that the search walks: gender and place, and the region only with an index. */
function walkable(search: Search): Row[] {
  const region = search.sort === "last_active" && search.country ? search.region : null;
  return rows.filter(
    (row) =>
      row.status === "active" &&
      row.pool === search.pool &&
      row.gender === search.gender &&
      (!search.country || row.country === search.country) &&
      (!region || row.region === region),
  );
}

const isNarrow = ({ bornAfter, bornUntil, traits, interest }: Search) =>
  Boolean(bornAfter || bornUntil || interest || Object.keys(traits).length > 0);

test("paging to the end finds each member who fits exactly once, in order, however far apart they lie", async () => {
  let short = 0;
  await fc.assert(
    fc.asyncProperty(searches, fc.constantFrom(PAGE, 7 * PAGE, 7 * PAGE), async (search, size) => {
      const wanted = expected(search);
      const { first, ids, pages, shorts } = await walk(search, size);
      expect(ids).toEqual(wanted);
      // Only the last page or one at the read bound is short.
      pages.slice(0, -1).forEach((cards, i) => {
        if (cards.length < size) expect(shorts[i]).toBe(LOOKED_AT);
        else expect([null, LOOKED_AT]).toContain(shorts[i]);
      });
      short += shorts.filter((looked) => looked !== null).length;
      const fictional = new Set(rows.filter((row) => row.fictional === 1).map((row) => row.id));
      const real = wanted.filter((id) => !fictional.has(id)).length;
      const most = (count: number) => Math.min(count, MOST + 1);
      if (first.total.exact) expect(first.total).toEqual({ count: most(wanted.length), real: most(real), exact: true });
      else expect(walkable(search).length).toBeGreaterThan(LOOKED_AT);
      if (!isNarrow(search)) expect(first.total.exact).toBe(true);
    }),
    { numRuns: 80 },
  );
  expect(short).toBeGreaterThan(0);
});

function sparseSearches(): Search[] {
  return HAIR_COLOURS.flatMap((hair) =>
    EYE_COLOURS.flatMap((eyes) =>
      BODY_TYPES.map((body): Search => ({ ...ANYBODY, country: null, traits: { hair, eyes, body } })),
    ),
  ).filter((search) => {
    const { length } = expected(search);
    return length > 3 && length < 3 * PAGE;
  });
}

test("a page that the bound ends says where to go on, and finds the others from there", async () => {
  const sparse = sparseSearches();
  expect(sparse.length).toBeGreaterThan(3);
  for (const search of sparse.slice(0, 6)) {
    const { first, ids, shorts } = await walk(search);
    expect(first).toMatchObject({ short: LOOKED_AT, total: { exact: false } });
    expect(first.rows.length).toBeLessThan(PAGE);
    expect(shorts).toEqual([...Array(Math.floor(walkable(search).length / LOOKED_AT)).fill(LOOKED_AT), null]);
    expect(ids).toEqual(expected(search));
  }
});

test("an estimate takes the rest of the place to be as dense as what was looked at", async () => {
  const dense: Search = { ...ANYBODY, country: null, bornUntil: "2004-12-31" };
  const looks: number[] = [];
  for (const search of [...sparseSearches().slice(0, 3), dense]) {
    const inOrder = walkable(search).sort((a, b) => keyOf(b, search) - keyOf(a, search) || (a.id < b.id ? 1 : -1));
    const among = (looked: number) => inOrder.slice(0, looked).filter((row) => fits(row, search)).length;
    const looked = among(400) > PAGE ? 400 : LOOKED_AT;
    const estimate = Math.round((among(looked) / looked) * inOrder.length);
    const { total } = await store.firstPage(search, PAGE);
    expect(total).toMatchObject({ count: Math.min(estimate, MOST + 1), exact: false });
    looks.push(looked);
  }
  expect(looks).toEqual([LOOKED_AT, LOOKED_AT, LOOKED_AT, 400]);
});

const DROPPED: Record<string, (search: Search) => Search> = {
  region: (one) => ({ ...one, region: null }),
  country: (one) => ({ ...one, country: null, region: null }),
  bornAfter: (one) => ({ ...one, bornAfter: null }),
  bornUntil: (one) => ({ ...one, bornUntil: null }),
  interest: (one) => ({ ...one, interest: null }),
};
function dropped(search: Search, part: Part): Search {
  if (DROPPED[part]) return DROPPED[part](search);
  return { ...search, traits: Object.fromEntries(Object.entries(search.traits).filter(([trait]) => trait !== part)) };
}
function partsOf({ region, country, bornAfter, bornUntil, interest, traits }: Search): Part[] {
  const given = Object.entries({ region, country, bornAfter, bornUntil, interest }).filter(([, value]) => value !== null);
  return [...given.map(([part]) => part as Part), ...(Object.keys(traits) as Part[])];
}

test("an empty list names the parts without which it finds somebody, all of them where it looked at all", async () => {
  let empty = 0;
  let named = 0;
  // A small place stays under the bound: every match is found.
  const narrow = searches.map((one): Search => ({ ...one, pool: "other" }));
  await fc.assert(
    fc.asyncProperty(narrow, async (search) => {
      const { rows: cards, emptiedBy } = await store.firstPage(search, PAGE);
      if (cards.length > 0) {
        expect(emptiedBy).toEqual([]);
        return;
      }
      const wanted = partsOf(search).filter((part) => expected(dropped(search, part)).length > 0);
      expect(emptiedBy.toSorted()).toEqual(wanted.toSorted());
      empty++;
      named += wanted.length;
    }),
    { numRuns: 150 },
  );
  expect(empty).toBeGreaterThan(10);
  expect(named).toBeGreaterThan(5);
});

test("an empty list of a large place names only what is true", async () => {
  const search: Search = { ...ANYBODY, traits: { hair: "red", eyes: "grey" } };
  expect(await store.firstPage(search, PAGE)).toMatchObject({ rows: [], short: LOOKED_AT, emptiedBy: ["eyes"] });
});

test("all filters together stay within D1's parameter limit", async () => {
  const all: Search = {
    ...ANYBODY,
    viewerId,
    region: "R1",
    bornAfter: "1980-01-01",
    bornUntil: "1999-01-01",
    traits: {
      sexuality: "bi",
      hair: "red",
      eyes: "blue",
      body: "slim",
      relationship: "open",
      tattoos: "few",
      reason: "chat",
    },
    interest: "wine",
  };
  for (const sort of ["last_active", "newest"] as const) {
    expect((await walk({ ...all, sort })).ids).toEqual(expected({ ...all, sort }));
  }
});

describe("what it costs", () => {
  const young = { bornAfter: "1999-01-01", bornUntil: "2000-01-01" };

  test.each<[string, Partial<Search>]>([
    ["a country", {}],
    ["a region", { region: "R1" }],
    ["everywhere", { country: null }],
    ["newest", { sort: "newest" }],
    ["newest everywhere", { sort: "newest", country: null }],
  ])("a page by place reads at most three rows a card, in one round trip: %s", async (_, filter) => {
    const search = { ...ANYBODY, ...filter, viewerId };
    d1.take();
    const { rows: cards, next } = await store.firstPage(search, PAGE);
    expect(cards).toHaveLength(PAGE);
    const first = d1.take();
    expect(first.trips).toBe(1);
    expect(first.rows).toBeLessThanOrEqual(3 * PAGE);
    await store.nextPage(search, next as Position, PAGE);
    expect(d1.take().rows).toBeLessThanOrEqual(3 * PAGE);
  });

  test.each<[string, Partial<Search>]>([
    ["one attribute", { traits: { hair: "red" } }],
    ["an age", { bornAfter: "1990-01-01", bornUntil: "1999-01-01" }],
    ["newest in a region", { sort: "newest", region: "R1" }],
  ])("a usual filter in a large place ends with the first look: %s", async (_, filter) => {
    const search = { ...ANYBODY, ...filter, country: null };
    d1.take();
    expect((await store.firstPage(search, PAGE)).rows).toHaveLength(PAGE);
    expect(d1.take().rows).toBeLessThanOrEqual(500);
  });

  test.each<[string, Partial<Search>]>([
    ["two attributes", { traits: { hair: "red", eyes: "blue" } }],
    ["one year of age", young],
    ["nobody", { traits: { hair: "red", eyes: "grey", body: "slim" }, interest: "wine" }],
    ["everything", { ...young, region: "R1", traits: { hair: "red", eyes: "blue" }, interest: "sex" }],
  ])("a narrow search looks at 2,000 at most, whatever the size of the place: %s", async (_, filter) => {
    for (const place of [{ country: "NL" }, { country: null }]) {
      const search = { ...ANYBODY, ...place, ...filter, viewerId };
      d1.take();
      const { next } = await store.firstPage(search, PAGE);
      const cost = d1.take();
      expect(cost.trips).toBe(1);
      expect(cost.rows).toBeLessThanOrEqual(LOOKED_AT + 4 * PAGE);
      if (next) await store.nextPage(search, next, PAGE);
      expect(d1.take().rows).toBeLessThanOrEqual(LOOKED_AT + 4 * PAGE);
    }
  });
});
