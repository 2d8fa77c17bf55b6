import type { SQL } from "drizzle-orm";
import { gridOf } from "#db/cells.ts";
import { ATTRIBUTES, type Attribute } from "#db/schema/attribute-table.ts";
import { BIT_WORDS, profileBits } from "#db/schema/index.ts";
import { HEIGHT_BAND, HIGHEST_BAND, LOWEST_BAND } from "#db/schema/spoken.ts";
import { sql } from "#db/sql.ts";
import { code, isNarrow, number } from "./search-filters.sql.ts";
import { pairRows } from "./search-pairs.sql.ts";
import type { Search, Slot } from "./search-query.ts";

/** Bitmaps read for one search; with two genders half as many where these exclude enough. Decision 0046. */
const MOST_TERMS = 7;
/** Of one statement, with those that list the blocks: all bitmaps of a million members, half of them women. */
export const MOST_BITMAP_ROWS = 1150;
export const MOST_CANDIDATES = 70;
const ROWS_OF_A_BLOCK = 1;
const ROWS_OF_A_CANDIDATE = 5;
const AFTER_ALL_COUNTRIES = "~";
/** Profiles per bitmap row, one bit each. */
const BLOCK = BIT_WORDS * 64;
/** Makes newer blocks come first in an ascending order. */
const BLOCKS = 1_000_000;
const WEEK = 7 * 24 * 3600 * 1000;
const YEARS = 5;
const WORDS = Array.from({ length: BIT_WORDS }, (_, i) => `w${i}`);

/** Alternatives of one filter. `share`: typical part of the members that match them. */
interface Group {
  terms: string[];
  share: number;
}

/** Typical share of one choice: questions have 2 to 20 choices, and many members choose none. */
const ANSWER_SHARE = 0.15;

function groupsOf(search: Search, now: number): Group[] {
  const { region, traits, interests, everyInterest, bornAfter, bornUntil, within } = search;
  const groups: Group[] = [];
  if (region) groups.push({ terms: [`r:${region}`], share: 0.1 });
  for (const [trait, value] of Object.entries(traits))
    groups.push({ terms: [`${trait}:${value}`], share: ATTRIBUTES[trait as Attribute].share });
  for (const [question, choice] of Object.entries(search.answers))
    groups.push({ terms: [`q:${question}:${choice}`], share: ANSWER_SHARE });
  if (search.speaks) groups.push({ terms: [`l:${search.speaks}`], share: 0.2 });
  const heights = (search.tallFrom ?? search.tallUntil) ? heightsOf(search) : [];
  if (heights.length > 0) groups.push({ terms: heights, share: heights.length * 0.2 });
  const wanted = interests.map((interest) => `i:${interest}`);
  if (everyInterest) groups.push(...wanted.map((term) => ({ terms: [term], share: 0.12 })));
  else if (wanted.length > 0) groups.push({ terms: wanted, share: 0.12 * wanted.length });
  const years = bornAfter || bornUntil ? bandsOf(bornAfter, bornUntil, now) : [];
  if (years.length > 0) groups.push({ terms: years, share: years.length * 0.1 });
  if (within) {
    const squares = [...new Set(within.map((cell) => `g:${gridOf(cell)}`))];
    groups.push({ terms: squares, share: squares.length * 0.05 });
  }
  if (search.createdAfter !== null) groups.push({ terms: weeksOf(search.createdAfter, now), share: 0.03 });
  if (search.photo) groups.push({ terms: ["photo"], share: 0.7 });
  if (search.checked) groups.push({ terms: ["checked"], share: 0.3 });
  if (search.verified) groups.push({ terms: ["verified"], share: 0.1 });
  if (!search.viewerId) groups.push({ terms: ["open"], share: 0.6 });
  return groups;
}

function bandsOf(after: string | null, until: string | null, now: number): string[] {
  const first = Math.floor(Number((after ?? "1900").slice(0, 4)) / YEARS) * YEARS;
  const last = until ? Number(until.slice(0, 4)) : new Date(now).getUTCFullYear();
  return Array.from({ length: Math.max(0, Math.floor((last - first) / YEARS) + 1) }, (_, i) => `y:${first + i * YEARS}`);
}

function heightsOf({ tallFrom, tallUntil }: Pick<Search, "tallFrom" | "tallUntil">): string[] {
  const band = (cm: number) => Math.max(LOWEST_BAND, Math.min(HIGHEST_BAND, Math.floor(cm / HEIGHT_BAND) * HEIGHT_BAND));
  const [first, last] = [band(tallFrom ?? LOWEST_BAND), band(tallUntil ?? HIGHEST_BAND)];
  return Array.from({ length: Math.max(0, (last - first) / HEIGHT_BAND + 1) }, (_, i) => `t:${first + i * HEIGHT_BAND}`);
}

function weeksOf(after: number, now: number): string[] {
  const first = Math.floor(after / WEEK);
  return Array.from({ length: Math.floor(now / WEEK) - first + 1 }, (_, i) => `n:${first + i}`);
}

/** The filters that exclude most for each bitmap read. */
export function chosenGroups(search: Search, now: number): Group[] {
  // Presence has no bitmap: it changes by the minute. A bounded walk by age or along chats needs none.
  if (search.activeAfter !== null || search.arrived || search.answered || !isNarrow(search)) return [];
  const groups = groupsOf(search, now).filter(({ share, terms }) => share < 1 && terms.length > 0);
  const worth = ({ terms, share }: Group) => -Math.log(share) / terms.length;
  groups.sort((a, b) => worth(b) - worth(a));
  const chosen: Group[] = [];
  const fewest = Math.floor(MOST_TERMS / search.genders.filter((gender) => gender !== "both").length);
  for (const group of groups) {
    if (termsOf(chosen) + group.terms.length > (fitsOneLook(chosen) ? fewest : MOST_TERMS)) continue;
    chosen.push(group);
  }
  return chosen;
}

function rowsOfBlocks(groups: Group[]): number {
  return termsOf(groups) + ROWS_OF_A_BLOCK;
}

/** `beside`: rows that the walk before took, other than those looked at. */
export function mostBlocks(search: Search, groups: Group[], rows: number, beside: SQL): SQL {
  return sql`max(1, (${number(rows - pairRows(search) * MOST_CANDIDATES)} - ${beside}) / ${number(rowsOfBlocks(groups))})`;
}

function termsOf(groups: Group[]): number {
  return groups.flatMap(({ terms }) => terms).length;
}

function blocksOfALook(groups: Group[], rows: number): number {
  return Math.max(1, Math.floor(rows / rowsOfBlocks(groups)));
}

/** Typically all candidates of a look are asked: then its bound ends it, not their number. */
function fitsOneLook(groups: Group[]): boolean {
  const share = groups.reduce((product, group) => product * group.share, 1);
  return blocksOfALook(groups, MOST_BITMAP_ROWS) * BLOCK * share <= MOST_CANDIDATES;
}

/**
 * `slots` has one row: the first slots that match every group, newest first, and where a cut look ended. Reads nothing
 * unless `bitmaps` says that it is needed, and as many blocks at `most`.
 */
export function bitmapTables(search: Search, groups: Group[], after: Slot | null): SQL[] {
  const pairs = pairRows(search);
  // Beside max(), bare columns are those of the row that has it.
  return [
    sql`bit_places (gender, country) AS NOT MATERIALIZED (${placesOf(search)})`,
    sql`bit_blocks (gender, country, block) AS NOT MATERIALIZED (${blocksOf(search, after)}
      LIMIT (SELECT iif(needed, most, 0) FROM bitmaps))`,
    sql`combined AS MATERIALIZED (SELECT count(*) FILTER (WHERE turned <= ${number(BLOCKS)}) AS blocks,
      json_group_array(json_array(gender, country, turned, json('[' || substr(words, 2) || ']'))) FILTER (WHERE words <> '') AS hits,
      max(printf('%07d', turned) || country || gender) AS furthest,
      json_object('turned', turned, 'part', country || gender, 'place', ${number(BLOCK - 1)}) AS last FROM (${wordsOf(search, groups)}))`,
    sql`taken AS MATERIALIZED (SELECT blocks, last, (SELECT json_array(count(*), json_group_array(json_array(gender, country, slot)),
        json_extract(json_group_array(json_object('turned', turned, 'part', part, 'place', place)), '$[#-1]'))
      FROM (${candidates(after)})) AS own FROM combined)`,
    sql`slots AS MATERIALIZED (SELECT own ->> 0 AS candidates, own -> 1 AS list, blocks, last, iif((own ->> 0) = ${number(MOST_CANDIDATES)}, own -> 2, NULL) AS slot,
      blocks * ${number(rowsOfBlocks(groups))} + (own ->> 0) * ${number(ROWS_OF_A_CANDIDATE + pairs)} AS spent FROM taken)`,
  ];
}

/** Countries that have bitmaps, after a row above all and before one of null: one seek each. */
function placesOf({ pool, genders, country }: Search): SQL {
  const starts = genders.map((gender) => sql`SELECT ${code(gender)}, ${code(country ?? AFTER_ALL_COUNTRIES)}`);
  if (country) return sql.join(starts, sql` UNION ALL `);
  return sql`${sql.join(starts, sql` UNION ALL `)} UNION ALL SELECT gender, (SELECT max(b.country) FROM ${profileBits} b
    WHERE b.pool = ${code(pool)} AND b.gender = bit_places.gender AND b.term = '*' AND b.country < bit_places.country)
    FROM bit_places WHERE country IS NOT NULL`;
}

/** The newest of all places first: a recursion with an order takes the first of those that wait. */
function blocksOf({ pool }: Search, after: Slot | null): SQL {
  const newest = sql`(SELECT max(b.block) FROM ${profileBits} b
    WHERE b.pool = ${code(pool)} AND b.gender = bit_places.gender AND b.term = '*' AND b.country = bit_places.country)`;
  const first = after
    ? sql`min(${newest}, ${number(BLOCKS - after.turned)}
        - ((country || gender, ${number(BLOCK - 1)}) <= (${code(after.part)}, ${number(after.place)})))`
    : newest;
  return sql`SELECT gender, country, ${first} FROM bit_places
    UNION ALL SELECT gender, country, block - 1 FROM bit_blocks WHERE block > 0 ORDER BY 3 DESC, 2, 1`;
}

function candidates(after: Slot | null): SQL {
  const { turned, part, place } = after ?? { turned: 0, part: "", place: 0 };
  const from = after ? sql`WHERE (turned, part, place) > (${number(turned)}, ${code(part)}, ${number(place)})` : sql``;
  // Each row counts as one read: only set bits become rows.
  return sql`SELECT gender, country, turned, part, place, (${number(BLOCKS)} - turned) * ${number(BLOCK)} + ${number(BLOCK)} - 1 - place AS slot
    FROM (SELECT h.value ->> 0 AS gender, h.value ->> 1 AS country, h.value ->> 2 AS turned, (h.value ->> 1) || (h.value ->> 0) AS part,
        ${number(BLOCK)} - 1 - ((w.value ->> 0) * 64 + b.value) AS place
      FROM json_each(combined.hits) h CROSS JOIN json_each(h.value, '$[3]') w
        CROSS JOIN json_each('[' || substr(${sql.raw(SET_BITS)}, 2) || ']') b) ${from}
    LIMIT ${number(MOST_CANDIDATES)}`;
}

/** The bits of a word that are set, highest first. */
const SET_BITS = joined(Array.from({ length: 64 }, (_, i) => `iif((w.value ->> 1) >> ${63 - i} & 1, ',${63 - i}', '')`));

/** A balanced tree: D1 takes expressions of depth 100 at most. */
function joined(texts: string[]): string {
  if (texts.length < 2) return texts[0] ?? "''";
  const half = texts.length / 2;
  return `(${joined(texts.slice(0, half))} || ${joined(texts.slice(half))})`;
}

function wordsOf({ pool }: Search, groups: Group[]): SQL {
  const names = groups.map(({ terms }, i) => terms.map((_, j) => `t${i}_${j}`));
  // A block in which nobody has the term has no row.
  const joins = groups.flatMap(({ terms }, i) =>
    terms.map((term, j) => {
      const t = sql.raw(names[i]?.[j] ?? "");
      return sql`LEFT JOIN ${profileBits} ${t} ON ${t}.pool = ${code(pool)} AND ${t}.gender = b.gender AND ${t}.term = ${code(term)}
        AND ${t}.country = b.country AND ${t}.block = b.block`;
    }),
  );
  const words = WORDS.map((word, i) => {
    const value = names.map((alternatives) => either(alternatives, word)).join(" & ");
    return `iif((${value}) <> 0, ',[${i},' || (${value}) || ']', '')`;
  }).toReversed();
  // A limit keeps SQLite from working out the words of a block for each use.
  return sql`SELECT b.gender, b.country, ${number(BLOCKS)} - b.block AS turned, ${sql.raw(joined(words))} AS words
    FROM bit_blocks b ${sql.join(joins, sql` `)} LIMIT ${number(BLOCKS)}`;
}

function either(names: string[], word: string): string {
  const values = names.map((name) => (names.length > 1 ? `coalesce(${name}.${word}, 0)` : `${name}.${word}`));
  return names.length > 1 ? `(${values.join(" | ")})` : (values[0] ?? "0");
}
