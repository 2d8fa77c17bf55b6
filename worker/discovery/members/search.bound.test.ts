import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { insertMembers } from "#tests/setup/bulk-members.ts";
import { knowDomain } from "#tests/setup/known-domain.ts";
import { inFull } from "#tests/setup/properties.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { createWorker } from "#worker/server/worker.ts";
import { MOST_ROWS } from "./search-page.sql.ts";

/** A scan of the women of the largest country, or of its largest region, then reads more than a call may: 3,953 and 2,621. */
const MEMBERS = 14_000;
/** Row limit of a whole call of a usual search, session included. */
const MOST_USUAL = 400;
/** Additional rows per blocked member that the walk meets: decision 0023. */
const ROWS_OF_A_BLOCK = 5;

const d1 = countedD1(env.DB);
const worker = createWorker(async () => new Response());
beforeAll(async () => {
  await insertMembers(env.DB, "liaison", MEMBERS, Date.now(), {
    countries: ["NL", "NL", "NL", "DE", "GB"],
    regions: ["NL-NH", "NL-NH", "NL-ZH"],
  });
});

interface Asked {
  rows: number;
  trips: number;
  answer: CallOutput<"members">;
}

let askers = 0;

/** The generated members look for men. */
async function addMan(): Promise<string> {
  const id = await addMember();
  await env.DB.prepare("UPDATE profiles SET gender = 'male', looking_for = 'female' WHERE id = ?").bind(id).run();
  return id;
}

/** Each search uses a new network: empty results count per network and per member. */
async function search(query: string, who: string): Promise<Asked> {
  const member = who === "member" ? await addMan() : who;
  const session = who === "visitor" ? "" : `session=${await logIn(member)}; `;
  const headers = { cookie: `${session}locale=en`, "cf-connecting-ip": `10.0.${Math.floor(askers / 250)}.${askers++ % 250}` };
  const request = new Request(`http://localhost/api/members.php?${query}`, { headers });
  await knowDomain();
  // A member who was active over a minute ago is stamped after the answer, which may be counted.
  await env.DB.prepare("UPDATE profiles SET last_active_at = ?1 WHERE id = ?2").bind(Date.now(), member).run();
  d1.take();
  const response = await worker.fetch(request as never, { ...env, DB: d1.db }, createExecutionContext());
  const { rows, trips } = d1.take();
  expect(response.status).toBe(200);
  return { rows, trips, answer: (await response.json()) as CallOutput<"members"> };
}

const PLACES = ["country=NL", "country=NL&countryregion=NL-NH", "country=DE", "country=all", "country=FR"];
const NARROWED = [
  "",
  "min_age=30&max_age=35",
  "min_age=90",
  "max_age=18",
  "hair=red",
  "interests=wine",
  "verified=1",
  "verified=1&hair=red&body=curvy",
  "interests=tea&eyes=blue&min_age=40&max_age=41",
  "hair=red&eyes=green&body=curvy&relationship=open",
  // No member has grey eyes: every sort order finds nothing.
  "hair=red&eyes=grey&body=slim&relationship=single&reason=chat&interests=wine",
  "hair=bald&eyes=grey&min_age=50&max_age=52",
];
const SORTS = ["last_active", "newest"];
const PARTS = 8;
const COMBINATIONS = SORTS.flatMap((sort, s) =>
  PLACES.flatMap((place, p) =>
    NARROWED.map((narrowed, n) => ({ query: `gender=female&sort=${sort}&${place}&${narrowed}`, part: (4 * s + p + n) % PARTS })),
  ),
);
/** An eighth of the combinations, with all orders, places and filters. */
const partOf = (...wanted: number[]) => COMBINATIONS.filter(({ part }) => wanted.includes(part)).map(({ query }) => query);

test("the product computes with the bound of decision 0023", () => {
  expect(MOST_ROWS).toBe(2025);
});

/** The proof has each combination asked by a member, a visitor and one who blocks; `npm test` has four of the eight parts asked. */
test("the combinations are at least 60, and each part of them has all orders, places and filters", () => {
  expect(COMBINATIONS.length).toBeGreaterThanOrEqual(60);
  const all = Array.from({ length: PARTS }, (_, part) => part);
  expect(new Set(partOf(...all)).size).toBe(COMBINATIONS.length);
  for (const part of all)
    for (const said of [...SORTS, ...PLACES, ...NARROWED])
      expect(
        partOf(part).some((query) => `${query}&`.includes(`${said}&`)),
        `${said} in part ${part}`,
      ).toBe(true);
});

describe.each([
  ["member", partOf(0), partOf(1, 2, 3, 4, 5, 6, 7)],
  ["visitor", partOf(1), partOf(0, 2, 3, 4, 5, 6, 7)],
])(`a search among ${MEMBERS} members, by a %s`, (who, part, rest) => {
  const queries = inFull(part, rest);
  test("reads at most 2,025 rows in two round trips, for any filter and any result", async () => {
    const costly: string[] = [];
    let found = 0;
    for (const query of queries) {
      const { rows, trips, answer } = await search(query, who);
      found += answer.results.length;
      if (rows > MOST_ROWS || trips > 2) costly.push(`${query}: ${rows} rows, ${trips} trips`);
      if (!answer.cursor) continue;
      const next = await search(`${query}&cursor=${answer.cursor}`, who);
      found += next.answer.results.length;
      if (next.rows > MOST_ROWS || next.trips > 2) costly.push(`${query}, page 2: ${next.rows} rows, ${next.trips} trips`);
    }
    expect(costly).toEqual([]);
    expect(found).toBeGreaterThan(24 * queries.length * 0.5);
  });
});

test.each([
  "country=NL",
  "country=NL&countryregion=NL-NH",
  "country=DE",
  "country=all",
  "country=NL&sort=newest",
  "country=NL&photo=1",
  "country=NL&min_age=30&max_age=35",
  "country=NL&interests=wine",
])("a usual search of a place of any size reads at most 400 rows: %s", async (query) => {
  const { rows, answer } = await search(`gender=female&${query}`, "member");
  expect(answer.results).toHaveLength(24);
  expect(rows).toBeLessThanOrEqual(MOST_USUAL);
});

test("a count alone says the same as the list", async () => {
  const halves = [0, 1].map((half) => NARROWED.filter((_, index) => index % 2 === half)) as [string[], string[]];
  for (const narrowed of inFull(...halves)) {
    const query = `gender=female&country=NL&${narrowed}`;
    const [list, count] = [await search(query, "visitor"), await search(`${query}&only=count`, "visitor")];
    const { results, numResults, numReal, numResultsExact } = count.answer;
    expect(results).toEqual([]);
    expect({ numResults, numReal, numResultsExact }, query).toEqual({
      numResults: list.answer.numResults,
      numReal: list.answer.numReal,
      numResultsExact: list.answer.numResultsExact,
    });
  }
});

describe("a search by a member who blocked many of its first results", () => {
  /** Blocks the first `count` women of each country and order, and is blocked by as many. */
  async function blocker(count: number, order: string): Promise<string> {
    const id = await addMan();
    for (const place of ["country = 'NL'", "region = 'NL-NH'", "country = 'DE'", "country <> ''"]) {
      const first = `SELECT id FROM profiles WHERE gender = 'female' AND status = 'active' AND ${place} AND id <> ?1 ORDER BY ${order} DESC, id DESC LIMIT ?2`;
      await env.DB.batch([
        env.DB.prepare(`INSERT OR IGNORE INTO blocks (blocker_id, blocked_id, created_at) SELECT ?1, id, 0 FROM (${first})`).bind(
          id,
          count,
        ),
        env.DB.prepare(`INSERT OR IGNORE INTO blocks (blocker_id, blocked_id, created_at) SELECT id, ?1, 0 FROM (${first})`).bind(
          id,
          count,
        ),
      ]);
    }
    return id;
  }

  test.each([
    ["last_active", "last_active_at"],
    ["newest", "created_at"],
  ])("by %s reads five rows more for a block at most, and shows none of them", async (sort, order) => {
    const id = await blocker(80, order);
    const queries = inFull(partOf(1, 2), partOf(0, 3, 4, 5, 6, 7)).filter((query) => query.includes(`sort=${sort}&`));
    const { results } = await env.DB.prepare("SELECT blocked_id AS id FROM blocks WHERE blocker_id = ?")
      .bind(id)
      .all<{ id: string }>();
    const blocked = new Set(results.map((row) => row.id));
    expect(blocked.size).toBeGreaterThanOrEqual(160);
    await search("", "visitor");
    let found = 0;
    let most = 0;
    const costly: string[] = [];
    for (const query of queries) {
      const { rows, trips, answer } = await search(query, id);
      found += answer.results.length;
      most = Math.max(most, rows);
      for (const one of answer.results) expect(blocked.has(one.id), query).toBe(false);
      if (rows > MOST_ROWS + ROWS_OF_A_BLOCK * blocked.size || trips > 2) costly.push(`${query}: ${rows} rows, ${trips} trips`);
    }
    expect(costly).toEqual([]);
    expect(found).toBeGreaterThan(24 * queries.length * 0.25);
    expect(most).toBeGreaterThan(MOST_ROWS / 2);
  });
});
