import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { BODY_TYPES, EYE_COLOURS, HAIR_COLOURS, REASONS } from "#db/schema/attributes.ts";
import { counted } from "#tests/setup/counted.ts";
import { insertMembers, REGIONS } from "#tests/setup/members.ts";
import { createSearchStore, MOST, type Position, type Search } from "./search.store.ts";

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
  last_active_at: number;
  created_at: number;
  [trait: string]: unknown;
}

const d1 = counted(env.DB);
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
};

beforeAll(async () => {
  await insertMembers(env.DB, "big", MEMBERS, NOW);
  await insertMembers(env.DB, "other", 600, NOW);
  rows = (await env.DB.prepare("SELECT * FROM profiles").all<Row>()).results;
  const women = rows.filter((row) => fits(row, ANYBODY));
  viewerId = women[7]?.id ?? "";
  // Two of the newest, one whom the viewer blocked and one who blocked the viewer, one of both, and two of elsewhere.
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
});

/** The search in plain words. */
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
    (!search.viewerId || (row.id !== search.viewerId && !blocked.has(row.id)))
  );
}

const keyOf = (row: Row, search: Search) => (search.sort === "newest" ? row.created_at : row.last_active_at);

function expected(search: Search): string[] {
  const found = rows.filter((row) => fits(row, search));
  return found.sort((a, b) => keyOf(b, search) - keyOf(a, search) || (a.id < b.id ? 1 : -1)).map((row) => row.id);
}

/** The ids of the first pages, each asked for after the last row of the one before. */
async function walk(search: Search, pages: number): Promise<{ ids: string[]; total: number }> {
  const first = await store.firstPage(search, PAGE);
  const ids = first.rows.map((row) => row.id);
  for (let page = 2, last = first.rows.at(-1); page <= pages && last; page++) {
    const after: Position = { at: search.sort === "newest" ? last.createdAt : last.lastActiveAt, id: last.id };
    const next = await store.nextPage(search, after, PAGE, first.total);
    ids.push(...next.map((row) => row.id));
    last = next.at(-1);
  }
  return { ids, total: first.total };
}

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values));
const searches = fc
  .record({
    viewer: fc.boolean(),
    pool: fc.constantFrom("big", "big", "big", "other", "nobody's"),
    gender: fc.constantFrom("female" as const, "male" as const),
    country: fc.option(fc.constantFrom("NL", "DE", "FR"), { freq: 3 }),
    region: maybe(REGIONS),
    born: fc.option(fc.tuple(fc.integer({ min: 1960, max: 2006 }), fc.integer({ min: 0, max: 30 }))),
    open: fc.constantFrom("both", "after", "until"),
    hair: maybe(HAIR_COLOURS),
    eyes: maybe(EYE_COLOURS),
    body: maybe(BODY_TYPES),
    reason: maybe(REASONS),
    interest: maybe(["sex", "sex_toys", "wine"] as const),
    sort: fc.constantFrom("last_active" as const, "newest" as const),
  })
  .map(
    ({ viewer, born, open, hair, eyes, body, reason, ...rest }): Search => ({
      ...rest,
      viewerId: viewer ? viewerId : null,
      bornAfter: born && open !== "until" ? `${born[0]}-05-01` : null,
      bornUntil: born && open !== "after" ? `${born[0] + born[1]}-05-01` : null,
      traits: Object.fromEntries(Object.entries({ hair, eyes, body, reason }).filter(([, code]) => code !== null)),
    }),
  );

test("every search finds exactly whom it should, in order, page after page, and counts them", async () => {
  await fc.assert(
    fc.asyncProperty(searches, async (search) => {
      const wanted = expected(search);
      const { ids, total } = await walk(search, 4);
      expect(ids).toEqual(wanted.slice(0, 4 * PAGE));
      expect(total).toBe(Math.min(wanted.length, MOST + 1));
    }),
    { numRuns: 150 },
  );
});

test("which searches find anybody", async () => {
  const asked = fc.sample(searches, 30);
  expect(await store.finds(asked)).toEqual(asked.map((search) => expected(search).length > 0));
  expect(await store.finds([])).toEqual([]);
});

describe("what it costs", () => {
  const young = { bornAfter: "1999-01-01", bornUntil: "2000-01-01" };

  test.each<[string, Partial<Search>]>([
    ["a country", {}],
    ["a region", { region: "R1" }],
    ["everywhere", { country: null }],
    ["newest", { sort: "newest" }],
    ["newest everywhere", { sort: "newest", country: null }],
    ["with blocks", { viewerId: "viewer" }],
  ])("a page by place reads at most three rows a card, in one round trip: %s", async (_, filter) => {
    const search = { ...ANYBODY, ...filter };
    if (search.viewerId) search.viewerId = viewerId;
    d1.take();
    const { rows: cards, total } = await store.firstPage(search, PAGE + 1);
    expect(cards).toHaveLength(PAGE + 1);
    const first = d1.take();
    expect(first.trips).toBe(1);
    expect(first.rows).toBeLessThanOrEqual(3 * PAGE);
    await store.nextPage(search, { at: cards[PAGE - 1]?.lastActiveAt ?? 0, id: cards[PAGE - 1]?.id ?? "" }, PAGE + 1, total);
    expect(d1.take().rows).toBeLessThanOrEqual(3 * PAGE);
  });

  test.each<[string, Partial<Search>]>([
    ["one attribute", { traits: { hair: "red" } }],
    ["two attributes", { traits: { hair: "red", eyes: "blue" } }],
    ["an age", young],
    ["an age everywhere", { ...young, country: null }],
    ["everything", { ...young, region: "R1", traits: { hair: "red", eyes: "blue" }, interest: "sex" }],
  ])("a narrow search reads its index once, and four rows more for each that fits: %s", async (_, filter) => {
    const search = { ...ANYBODY, ...filter };
    // Whoever has to be looked at: those of the age, or else of the place.
    const walked = expected({ ...search, traits: {}, interest: null, region: search.bornAfter ? null : search.region }).length;
    d1.take();
    const { total } = await store.firstPage(search, PAGE + 1);
    const cost = d1.take();
    expect(cost.trips).toBe(1);
    expect(cost.rows).toBeLessThanOrEqual(walked + 4 * total + 4 * PAGE);
  });

  test("a wide search that is not by place alone counts no further than 1,001", async () => {
    d1.take();
    const { total } = await store.firstPage({ ...ANYBODY, country: null, bornUntil: "2000-01-01" }, PAGE + 1);
    expect(total).toBe(MOST + 1);
    expect(d1.take().rows).toBeLessThanOrEqual(2 * (MOST + 1) + 8 * PAGE);
  });
});
