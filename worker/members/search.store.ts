import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { Gender, Interest } from "#db/schema/attributes.ts";
import type { CardRow } from "./card.ts";
import { CARD_COLUMNS, type RawCard, readCard, unblocked } from "./card.columns.ts";

export type Trait = "sexuality" | "hair" | "eyes" | "body" | "relationship" | "tattoos" | "reason";
export type Sort = "last_active" | "newest";

/** What is looked for. Null stands for no limit. */
export interface Search {
  pool: string;
  /** Whoever looks: never found, nor anybody blocked by or blocking them. */
  viewerId: string | null;
  gender: Gender;
  country: string | null;
  region: string | null;
  /** ISO dates of birth: later than this one. */
  bornAfter: string | null;
  /** On this day or earlier. */
  bornUntil: string | null;
  traits: Partial<Record<Trait, string>>;
  interest: Interest | null;
  sort: Sort;
}

/** The sort key of the last row shown. */
export interface Position {
  at: number;
  id: string;
}

export interface Page {
  rows: CardRow[];
  /** Exact to 1,000; 1,001 for more. */
  total: number;
}

export const MOST = 1000;

export type SearchStore = ReturnType<typeof createSearchStore>;

/**
 * The planner has no idea how a profile's columns hang together and picks a plan that reads the whole table once it has
 * statistics: so each query names its index. Two ways there are: *in order*, which walks the index that has the order
 * asked for until the page is full, and *by hits*, which first collects the up to 1,001 profiles that fit and sorts
 * them. A search by place is dense, so it goes in order, and its total is a sum that triggers keep. A narrow one
 * collects hits, which is also its count; only where there are more than 1,000 does it go in order after all, and then
 * it has not far to walk.
 */
export function createSearchStore(db: Database) {
  return {
    /** A first page with its total: one round trip. */
    async firstPage(search: Search, size: number): Promise<Page> {
      if (isNarrow(search)) {
        // Which of the two ways is said by the LIMIT, the one place where a subquery is asked before the walk begins.
        const few = sql`(SELECT iif(n <= ${MOST}, ${size}, 0) FROM tally)`;
        const many = sql`(SELECT iif(n > ${MOST}, ${size}, 0) FROM tally)`;
        const rows = await db.all<RawCard & { total: number }>(sql`${hits(search)}
          SELECT *, (SELECT n FROM tally) AS total FROM
            (SELECT * FROM (${byHits(search, null, few)}) UNION ALL SELECT * FROM (${inOrder(search, null, many)}))`);
        return { rows: rows.map(readCard), total: rows[0]?.total ?? 0 };
      }
      const [rows, totals] = await rowsOf<[RawCard, { total: number }]>(db, [inOrder(search, null, sql`${size}`), total(search)]);
      return { rows: rows.map(readCard), total: Math.min(totals[0]?.total ?? 0, MOST + 1) };
    },

    /** A later page; `total` is what the first one found, and decides the way. */
    async nextPage(search: Search, after: Position, size: number, total: number): Promise<CardRow[]> {
      // The further hits lie apart, the longer the walk in order; without an age both ways walk the same index.
      const few = Boolean(search.bornAfter || search.bornUntil) && total <= MOST / 2;
      const query = few ? sql`${hits(search)} ${byHits(search, after, sql`${size}`)}` : inOrder(search, after, sql`${size}`);
      return (await db.all<RawCard>(query)).map(readCard);
    },

    /** Which of these searches find anybody at all: one round trip. */
    async finds(searches: Search[]): Promise<boolean[]> {
      const queries = searches.map((search) => sql`SELECT 1 FROM ${walk(search)} WHERE ${fits(search)} LIMIT 1`);
      return (await rowsOf<unknown[]>(db, queries)).map((rows) => rows.length > 0);
    },
  };
}

function isNarrow({ bornAfter, bornUntil, traits, interest }: Search): boolean {
  return Boolean(bornAfter || bornUntil || interest || Object.keys(traits).length > 0);
}

function orderColumn(sort: Sort): SQL {
  return sort === "newest" ? sql.raw("p.created_at") : sql.raw("p.last_active_at");
}

/** The index that has the order asked for. */
function ordered({ sort, country, region }: Search): SQL {
  if (sort === "newest") return indexed(country ? "profiles_newest" : "profiles_newest_anywhere");
  if (!country) return indexed("profiles_active_anywhere");
  return indexed(region ? "profiles_active_region" : "profiles_active");
}

/** The index in which the fewest profiles have to be looked at to find those that fit. */
function walk(search: Search): SQL {
  if (search.bornAfter || search.bornUntil) return indexed("profiles_age");
  if (search.region) return indexed("profiles_active_region");
  return indexed(isNarrow(search) || search.country ? "profiles_active" : "profiles_active_anywhere");
}

function indexed(index: string): SQL {
  return sql.raw(`profiles p INDEXED BY ${index}`);
}

function fits(search: Search): SQL {
  const { pool, gender, country, region, bornAfter, bornUntil, traits, interest, viewerId } = search;
  const all = [sql`p.status = 'active'`, sql`p.pool = ${pool}`, sql`p.gender = ${gender}`];
  if (country) all.push(sql`p.country = ${country}`);
  // Without a country the dates of birth lie in one range a country: these are the countries there are.
  else if (bornAfter || bornUntil) {
    all.push(
      sql`p.country IN (SELECT c.country FROM profile_counts c WHERE c.pool = ${pool} AND c.gender = ${gender} AND c.region = '')`,
    );
  }
  if (region) all.push(sql`p.region = ${region}`);
  if (bornAfter) all.push(sql`p.birth_date > ${bornAfter}`);
  if (bornUntil) all.push(sql`p.birth_date <= ${bornUntil}`);
  for (const [trait, code] of Object.entries(traits)) all.push(sql`${sql.raw(`p.${trait}`)} = ${code}`);
  // A code in its quotes: cheaper than json_each, and as exact, since no code holds a quote.
  if (interest) all.push(sql`instr(p.interests, ${`"${interest}"`}) > 0`);
  if (viewerId) {
    all.push(sql`p.id <> ${viewerId}`, unblocked(viewerId));
  }
  return sql.join(all, sql` AND `);
}

function inOrder(search: Search, after: Position | null, limit: SQL): SQL {
  const column = orderColumn(search.sort);
  const from = after ? sql`AND (${column}, p.id) < (${after.at}, ${after.id})` : sql``;
  return sql`SELECT ${CARD_COLUMNS} FROM ${ordered(search)}
    WHERE ${fits(search)} ${from} ORDER BY ${column} DESC, p.id DESC LIMIT ${limit}`;
}

function hits(search: Search): SQL {
  return sql`WITH hits AS MATERIALIZED (SELECT p.rowid AS hit FROM ${walk(search)} WHERE ${fits(search)} LIMIT ${MOST + 1}),
    tally AS MATERIALIZED (SELECT count(*) AS n FROM hits)`;
}

function byHits(search: Search, after: Position | null, limit: SQL): SQL {
  const column = orderColumn(search.sort);
  const from = after ? sql`WHERE (${column}, p.id) < (${after.at}, ${after.id})` : sql``;
  return sql`SELECT ${CARD_COLUMNS} FROM hits CROSS JOIN profiles p ON p.rowid = hits.hit
    ${from} ORDER BY ${column} DESC, p.id DESC LIMIT ${limit}`;
}

/** How many there are in a place: the sum that triggers keep, less those of them whom this viewer does not see. */
function total({ pool, gender, country, region, viewerId }: Search): SQL {
  const place = sql`c.pool = ${pool} AND c.gender = ${gender} AND c.country = ${country ?? ""} AND c.region = ${region ?? ""}`;
  const kept = sql`coalesce((SELECT c.total FROM profile_counts c WHERE ${place}), 0)`;
  if (!viewerId) return sql`SELECT ${kept} AS total`;
  const here = [sql`p.status = 'active'`, sql`p.pool = ${pool}`, sql`p.gender = ${gender}`];
  if (country) here.push(sql`p.country = ${country}`);
  if (region) here.push(sql`p.region = ${region}`);
  // UNION, not UNION ALL: two members may have blocked each other.
  return sql`SELECT ${kept} - (SELECT count(*) FROM (
      SELECT ${viewerId} AS id
      UNION SELECT blocked_id FROM blocks WHERE blocker_id = ${viewerId}
      UNION SELECT blocker_id FROM blocks WHERE blocked_id = ${viewerId}
    ) hidden CROSS JOIN profiles p ON p.id = hidden.id WHERE ${sql.join(here, sql` AND `)}) AS total`;
}
