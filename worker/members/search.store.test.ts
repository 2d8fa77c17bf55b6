import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { BODY_TYPES, EYE_COLOURS, HAIR_COLOURS, REASONS } from "#db/schema/attributes.ts";
import { REGIONS } from "#tests/setup/bulk-members.ts";
import { ANYBODY, insertSearchedMembers, keyOf, type SearchedMembers } from "#tests/setup/searched-members.ts";
import { createSearchStore } from "./search.store.ts";
import type { Part, Position, Search } from "./search-query.ts";
import { MOST } from "./search-totals.columns.ts";
import { LOOKED_AT } from "./search-walk.columns.ts";

const PAGE = 24;

const store = createSearchStore(connect(env.DB));
let members: SearchedMembers;

beforeAll(async () => {
  members = await insertSearchedMembers(env.DB);
}, 60_000);

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
      viewerId: viewer ? members.viewerId : null,
      bornAfter: born && open !== "until" ? `${born[0]}-05-01` : null,
      bornUntil: born && open !== "after" ? `${born[0] + born[1]}-05-01` : null,
      traits: Object.fromEntries(Object.entries({ hair, eyes, body, reason }).filter(([, code]) => code !== null)),
    }),
  );

const isNarrow = ({ bornAfter, bornUntil, traits, interest }: Search) =>
  Boolean(bornAfter || bornUntil || interest || Object.keys(traits).length > 0);

test("paging to the end finds each member who fits exactly once, in order, however far apart they lie", async () => {
  let short = 0;
  await fc.assert(
    fc.asyncProperty(searches, fc.constantFrom(PAGE, 7 * PAGE, 7 * PAGE), async (search, size) => {
      const wanted = members.expected(search);
      const { first, ids, pages, shorts } = await walk(search, size);
      expect(ids).toEqual(wanted);
      // Only the last page or one at the read bound is short.
      pages.slice(0, -1).forEach((cards, i) => {
        if (cards.length < size) expect(shorts[i]).toBe(LOOKED_AT);
        else expect([null, LOOKED_AT]).toContain(shorts[i]);
      });
      short += shorts.filter((looked) => looked !== null).length;
      const fictional = new Set(members.rows.filter((row) => row.fictional === 1).map((row) => row.id));
      const real = wanted.filter((id) => !fictional.has(id)).length;
      const most = (count: number) => Math.min(count, MOST + 1);
      if (first.total.exact) expect(first.total).toEqual({ count: most(wanted.length), real: most(real), exact: true });
      else expect(members.walkable(search).length).toBeGreaterThan(LOOKED_AT);
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
    const { length } = members.expected(search);
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
    expect(shorts).toEqual([...Array(Math.floor(members.walkable(search).length / LOOKED_AT)).fill(LOOKED_AT), null]);
    expect(ids).toEqual(members.expected(search));
  }
});

test("an estimate takes the rest of the place to be as dense as what was looked at", async () => {
  const dense: Search = { ...ANYBODY, country: null, bornUntil: "2004-12-31" };
  const looks: number[] = [];
  for (const search of [...sparseSearches().slice(0, 3), dense]) {
    const inOrder = members.walkable(search).sort((a, b) => keyOf(b, search) - keyOf(a, search) || (a.id < b.id ? 1 : -1));
    const among = (looked: number) => inOrder.slice(0, looked).filter((row) => members.fits(row, search)).length;
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
      const wanted = partsOf(search).filter((part) => members.expected(dropped(search, part)).length > 0);
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
    viewerId: members.viewerId,
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
    expect((await walk({ ...all, sort })).ids).toEqual(members.expected({ ...all, sort }));
  }
});
