import { cellOf } from "#db/cells.ts";
import { walksRegion } from "#worker/discovery/members/search-filters.sql.ts";
import type { Search } from "#worker/discovery/members/search-query.ts";
import { insertMembers, type MemberColumns, WHERE } from "./bulk-members.ts";

const NOW = Date.UTC(2026, 0, 15);
/** Where some are on a trip. No search in one country names it: it lies in another. */
export const AWAY = cellOf({ country: "IE", region: "IE-D", city: "Dublin" });

interface Row {
  rowid: number;
  id: string;
  pool: string;
  status: string;
  gender: string;
  country: string;
  region: string;
  birth_date: string;
  interests: string;
  answers: string;
  height: number | null;
  languages: string;
  fictional: number;
  shown_to_visitors: number;
  has_photo: number;
  photo_checked: number;
  verified: number;
  cell: number;
  looking_for: string;
  seen_from: number | null;
  seen_to: number | null;
  seen_within: number | null;
  last_active_at: number;
  created_at: number;
  [trait: string]: unknown;
}

/** A visitor's search for women in the Netherlands. */
export const ANYBODY: Search = {
  pool: "big",
  viewerId: null,
  genders: ["female", "both"],
  country: "NL",
  region: null,
  bornAfter: null,
  bornUntil: null,
  traits: {},
  answers: {},
  tallFrom: null,
  tallUntil: null,
  speaks: null,
  interests: [],
  everyInterest: false,
  activeAfter: null,
  lately: null,
  createdAfter: null,
  answered: false,
  unopened: null,
  unpassed: null,
  arrived: null,
  photo: false,
  checked: false,
  verified: false,
  around: [],
  within: null,
  shared: [],
  sort: "last_active",
  fictional: true,
  own: null,
};

function shared(row: Row, { shared: own }: Search): number {
  const theirs = JSON.parse(row.interests) as string[];
  return own.filter((interest) => theirs.includes(interest)).length;
}

/** Order of a list, descending. */
function keyOf(row: Row, search: Search): number[] {
  if (search.sort === "newest") return [row.created_at];
  if (search.sort === "common") return [shared(row, search), row.has_photo, search.answered ? placeOf(row) : row.last_active_at];
  if (search.sort === "last_active") return [row.has_photo, row.last_active_at];
  const town = search.around.indexOf(row.cell);
  const unknown = row.cell === AWAY ? search.around.length + 1 : search.around.length;
  const rank = town < 0 ? -unknown : -town;
  // The online filter uses the activity index in any sort order.
  if (search.answered) return [rank, placeOf(row)];
  return search.activeAfter === null ? [rank, row.created_at] : [rank, row.last_active_at];
}

/** What was between the searching member and the others, by row number. */
const isOpened = ({ rowid }: Row) => rowid % 3 === 0;
const isPassed = ({ rowid }: Row) => rowid % 5 === 1;
const hasChat = ({ rowid }: Row) => rowid % 350 === 3;
const hasAnswered = (row: Row) => hasChat(row) && row.rowid % 4 > 0;
/** Of the chat, in ms. */
const placeOf = ({ rowid }: Row) => NOW - rowid * 1000;

async function addPairs(db: D1Database, viewerId: string): Promise<void> {
  const each = (text: string, where: string) => db.prepare(`${text} FROM profiles WHERE ${where} AND id <> ?1`).bind(viewerId);
  const place = `${NOW} - rowid * 1000`;
  const side = (member: string, other: string, wrote: string) =>
    each(
      `INSERT INTO participants (conversation_id, member_id, other_id, wrote, last_at, place_at)
        SELECT id, ${member}, ${other}, ${wrote}, ${place}, ${place}`,
      "rowid % 350 = 3",
    );
  const visit = (at: number) => `INSERT INTO visits (visited_id, visitor_id, at) SELECT id, ?1, ${at}`;
  const swipe = (liked: number, at: string, undone: number | null) =>
    `INSERT INTO swipes (member_id, profile_id, liked, at, undone_at) SELECT ?1, id, ${liked}, ${at}, ${undone}`;
  await db.batch([
    each(visit(2), "rowid % 3 = 0"),
    each(swipe(0, "2 + rowid", null), "rowid % 5 = 1"),
    // Neither a visit of before, nor a like, a pass of before or one taken back counts.
    each(visit(1), "rowid % 3 = 1"),
    each(swipe(1, "2 + rowid", null), "rowid % 5 = 2"),
    each(swipe(0, "-rowid", null), "rowid % 5 = 3"),
    each(swipe(0, "2 + rowid", 3), "rowid % 5 = 4"),
    each(
      `INSERT INTO conversations (id, member_a, member_b, started_by, created_at)
        SELECT id, min(?1, id), max(?1, id), ?1, 1`,
      "rowid % 350 = 3",
    ),
    side("?1", "id", "1"),
    side("id", "?1", "rowid % 4 > 0"),
  ]);
}

function sorted(rows: Row[], search: Search): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row, search) }));
  return keyed.sort(compare).map(({ row }) => row);
}

function compare(a: { row: Row; key: number[] }, b: { row: Row; key: number[] }): number {
  for (const [i, value] of a.key.entries()) if (value !== b.key[i]) return (b.key[i] ?? 0) - value;
  return a.row.id < b.row.id ? 1 : -1;
}

export interface SearchedMembers {
  rows: Row[];
  viewerId: string;
  fits(row: Row, search: Search): boolean;
  /** Ids in order, by a reference implementation in memory. */
  expected(search: Search): string[];
  /** The rows that the search walks: gender and place, and the region only with an index. */
  walkable(search: Search): Row[];
}

/** Every 7th hides from visitors, every 11th is fictional, and every 47th is on a trip. `first`: row number of the pool's first. */
function changed(first: number): (columns: MemberColumns) => MemberColumns {
  const row = `(n + ${first})`;
  return ({ verified, cell }) => ({
    shown_to_visitors: `${row} % 7 <> 0`,
    fictional: `${row} % 11 = 0`,
    verified: `iif(${row} % 11 = 0, 0, ${verified})`,
    // Three fifths look for men, one fifth for women, one fifth for everyone. Every fourth profile is shown to some ages only.
    looking_for: `CASE ${row} % 5 WHEN 0 THEN 'female' WHEN 1 THEN 'everyone' ELSE 'male' END`,
    seen_from: `iif(${row} % 4 = 0, 20 + ${row} % 30, NULL)`,
    seen_to: `iif(${row} % 4 = 0 AND ${row} % 8 <> 0, 40 + ${row} % 20, NULL)`,
    seen_within: `iif(${row} % 12 = 0, 50, NULL)`,
    stay: `iif(${row} % 47 = 5, '{"city":"Dublin","from":"2026-01-14"}', NULL)`,
    cell: `iif(${row} % 47 = 5, ${AWAY}, ${cell})`,
  });
}

/** Inserts two pools of members, and blocks among the newest. `large`: members of the large pool. */
export async function insertSearchedMembers(db: D1Database, large = 20_000): Promise<SearchedMembers> {
  const blocked = new Set<string>();
  await insertMembers(db, "big", large, NOW, { ...WHERE, change: changed(1) });
  await insertMembers(db, "other", 600, NOW, { ...WHERE, change: changed(large + 1) });
  await db
    .prepare(`INSERT INTO trips (id, member_id, country, region, city, cell, from_day, until_day, shown_at, ends_at, begun, home_country, joined_at)
      SELECT 'trip of ' || id, id, 'IE', 'IE-D', 'Dublin', ?1, '2026-01-14', '2026-01-20', ?2, ?2 + 1, 1, country, created_at
      FROM profiles WHERE stay IS NOT NULL`)
    .bind(AWAY, NOW)
    .run();
  const rows = (await db.prepare("SELECT rowid, * FROM profiles").all<Row>()).results;
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
  await addPairs(db, viewerId);
  // A property asks the small pool thousands of times.
  const byPool = Map.groupBy(rows, ({ pool }) => pool);
  const ofPool = (search: Search, isOne: (row: Row) => boolean) => sorted((byPool.get(search.pool) ?? []).filter(isOne), search);
  return {
    rows,
    viewerId,
    fits: (row, search) => fits(row, search, blocked),
    expected: (search) => ofPool(search, (row) => fits(row, search, blocked)).map((row) => row.id),
    walkable: (search) => ofPool(search, (row) => isWalked(row, search)),
  };
}

function fits(row: Row, search: Search, blocked: Set<string>): boolean {
  return (
    row.status === "active" &&
    row.pool === search.pool &&
    search.genders.some((gender) => gender === row.gender) &&
    (!search.country || row.country === search.country) &&
    (!search.region || row.region === search.region) &&
    (!search.bornAfter || row.birth_date > search.bornAfter) &&
    (!search.bornUntil || row.birth_date <= search.bornUntil) &&
    Object.entries(search.traits).every(([trait, code]) => row[trait] === code) &&
    Object.entries(search.answers).every(([question, choice]) => JSON.parse(row.answers)[question] === choice) &&
    (search.tallFrom === null || (row.height ?? 0) >= search.tallFrom) &&
    (search.tallUntil === null || (row.height ?? 1000) <= search.tallUntil) &&
    (search.speaks === null || (JSON.parse(row.languages) as string[]).includes(search.speaks)) &&
    fitsInterests(row, search) &&
    (search.activeAfter === null || (row.last_active_at > search.activeAfter && row.fictional === 0)) &&
    (search.lately === null || (row.last_active_at >= search.lately && row.fictional === 0)) &&
    (search.createdAfter === null || row.created_at > search.createdAfter) &&
    (!search.answered || hasAnswered(row)) &&
    (search.unopened === null || !isOpened(row)) &&
    (search.unpassed === null || !isPassed(row)) &&
    (!search.photo || row.has_photo === 1) &&
    (!search.checked || row.photo_checked === 1) &&
    (!search.verified || row.verified === 1) &&
    (!search.within || search.within.includes(row.cell)) &&
    (search.fictional || row.fictional === 0) &&
    (!search.own || isMeant(row, search.own)) &&
    (search.viewerId ? row.id !== search.viewerId && !blocked.has(row.id) : row.shown_to_visitors === 1)
  );
}

function isMeant(row: Row, { gender, age, towns }: NonNullable<Search["own"]>): boolean {
  return (
    [gender, "everyone"].includes(row.looking_for) &&
    (row.seen_from ?? 0) <= age &&
    age <= (row.seen_to ?? 200) &&
    (row.seen_within === null || row.cell === 0 || (towns[row.cell] ?? 1e6) <= row.seen_within)
  );
}

function fitsInterests(row: Row, { interests, everyInterest }: Search): boolean {
  if (interests.length === 0) return true;
  const theirs = JSON.parse(row.interests) as string[];
  return everyInterest ? interests.every((one) => theirs.includes(one)) : interests.some((one) => theirs.includes(one));
}

function isWalked(row: Row, search: Search): boolean {
  const region = walksRegion(search) ? search.region : null;
  return (
    row.status === "active" &&
    row.pool === search.pool &&
    search.genders.some((gender) => gender === row.gender) &&
    (!search.country || row.country === search.country) &&
    (!region || row.region === region)
  );
}
