import type { Search } from "#worker/members/search-query.ts";
import { insertMembers } from "./bulk-members.ts";

const NOW = Date.UTC(2026, 0, 15);
const MEMBERS = 20_000;

export interface Row {
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

/** A visitor's search for women in the Netherlands. */
export const ANYBODY: Search = {
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

/** Order of a list. */
export const keyOf = (row: Row, search: Search) => (search.sort === "newest" ? row.created_at : row.last_active_at);

export interface SearchedMembers {
  rows: Row[];
  viewerId: string;
  fits(row: Row, search: Search): boolean;
  /** Ids in order, by a reference implementation in memory. */
  expected(search: Search): string[];
  /** The rows that the search walks: gender and place, and the region only with an index. */
  walkable(search: Search): Row[];
}

/** Inserts two pools of members, and blocks among the newest. */
export async function insertSearchedMembers(db: D1Database): Promise<SearchedMembers> {
  const blocked = new Set<string>();
  await insertMembers(db, "big", MEMBERS, NOW);
  await insertMembers(db, "other", 600, NOW);
  // Every 7th hides from visitors, every 11th is fictional.
  await db.batch([
    db.prepare("UPDATE profiles SET shown_to_visitors = 0 WHERE rowid % 7 = 0"),
    db.prepare("UPDATE profiles SET fictional = 1 WHERE rowid % 11 = 0"),
  ]);
  const rows = (await db.prepare("SELECT * FROM profiles").all<Row>()).results;
  const women = rows.filter((row) => fits(row, ANYBODY, new Set()));
  const viewerId = women[7]?.id ?? "";
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
    await db.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)").bind(blocker, one).run();
    blocked.add((blocker === viewerId ? one : blocker) as string);
  }
  return {
    rows,
    viewerId,
    fits: (row, search) => fits(row, search, blocked),
    expected: (search) =>
      rows
        .filter((row) => fits(row, search, blocked))
        .sort((a, b) => keyOf(b, search) - keyOf(a, search) || (a.id < b.id ? 1 : -1))
        .map((row) => row.id),
    walkable: (search) => rows.filter((row) => isWalked(row, search)),
  };
}

function fits(row: Row, search: Search, blocked: Set<string>): boolean {
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

function isWalked(row: Row, search: Search): boolean {
  const region = search.sort === "last_active" && search.country ? search.region : null;
  return (
    row.status === "active" &&
    row.pool === search.pool &&
    row.gender === search.gender &&
    (!search.country || row.country === search.country) &&
    (!region || row.region === region)
  );
}
