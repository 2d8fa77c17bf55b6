import type { SQL } from "drizzle-orm";
import { gridOf } from "#db/cells.ts";
import { BIT_WORDS, profileBits } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { code, isNarrow, number } from "./search-filters.sql.ts";
import type { Search, Trait } from "./search-query.ts";

/** Bitmaps read for one search; with two genders half as many each. Decision 0046. */
const MOST_TERMS = 7;
export const MOST_CANDIDATES = 70;
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

const SHARES: Record<Trait, number> = {
  hair: 0.12,
  eyes: 0.17,
  body: 0.17,
  relationship: 0.14,
  reason: 0.17,
  sexuality: 0.3,
  tattoos: 0.35,
};

/** Typical share of one choice: questions have 2 to 20 choices, and many members choose none. */
const ANSWER_SHARE = 0.15;

function groupsOf(search: Search, now: number): Group[] {
  const { region, traits, interests, everyInterest, bornAfter, bornUntil, within } = search;
  const groups: Group[] = [];
  if (region) groups.push({ terms: [`r:${region}`], share: 0.1 });
  for (const [trait, value] of Object.entries(traits))
    groups.push({ terms: [`${trait}:${value}`], share: SHARES[trait as Trait] });
  for (const [question, choice] of Object.entries(search.answers))
    groups.push({ terms: [`q:${question}:${choice}`], share: ANSWER_SHARE });
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

/** Years of birth in steps of five. */
function bandsOf(after: string | null, until: string | null, now: number): string[] {
  const first = Math.floor(Number((after ?? "1900").slice(0, 4)) / YEARS) * YEARS;
  const last = until ? Number(until.slice(0, 4)) : new Date(now).getUTCFullYear();
  return Array.from({ length: Math.max(0, Math.floor((last - first) / YEARS) + 1) }, (_, i) => `y:${first + i * YEARS}`);
}

function weeksOf(after: number, now: number): string[] {
  const first = Math.floor(after / WEEK);
  return Array.from({ length: Math.floor(now / WEEK) - first + 1 }, (_, i) => `n:${first + i}`);
}

/** The filters that exclude most for each bitmap read; at least one has a single term. */
export function chosenGroups(search: Search, now: number): Group[] {
  // Presence has no bitmap: it changes by the minute. A bounded walk by age needs none.
  if (search.activeAfter !== null || search.arrived || !isNarrow(search)) return [];
  const groups = groupsOf(search, now).filter(({ share, terms }) => share < 1 && terms.length > 0);
  const worth = ({ terms, share }: Group) => -Math.log(share) / terms.length;
  groups.sort((a, b) => worth(b) - worth(a));
  const chosen: Group[] = [];
  let left = Math.floor(MOST_TERMS / search.genders.length);
  for (const group of groups) {
    // All members are a bitmap too, where no filter has a single one.
    const needed = group.terms.length + (group.terms.length > 1 && !chosen.some(({ terms }) => terms.length === 1) ? 1 : 0);
    if (needed > left) continue;
    left -= needed;
    chosen.push(group);
  }
  return chosen;
}

/** Slots that match every group, newest first. Without `needed` no row is read. `after`: position of the last row. */
export function candidates(search: Search, groups: Group[], { needed, after }: { needed: SQL; after: SQL | null }): SQL {
  const arms = search.genders.map((gender) => hits(search, groups, gender, needed, after));
  // Each row counts as one read: only set bits become rows. SQLite drops the order of a joined subquery without LIMIT.
  const from = after ? sql`WHERE (turned, part, ${number(BLOCK)} - 1 - bit) > (${after})` : sql``;
  return sql`SELECT gender, country, turned, part, ${number(BLOCK)} - 1 - bit AS place,
      (${number(BLOCKS)} - turned) * ${number(BLOCK)} + bit AS slot
    FROM (SELECT h.gender, h.country, h.turned, h.part, (w.value ->> 0) * 64 + b.value AS bit
      FROM (SELECT * FROM (${sql.join(arms, sql` UNION ALL `)}) WHERE words <> '' ORDER BY turned, part LIMIT ${number(BLOCKS)}) h
        CROSS JOIN json_each('[' || substr(h.words, 2) || ']') w
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

function hits({ pool, country }: Search, groups: Group[], gender: string, needed: SQL, after: SQL | null): SQL {
  const single = groups.findIndex(({ terms }) => terms.length === 1);
  const first = groups[single]?.terms[0] ?? "*";
  const rest = groups.filter((_, i) => i !== single);
  const names = rest.map(({ terms }, i) => terms.map((_, j) => `t${i}_${j}`));
  const joins = rest.flatMap(({ terms }, i) =>
    terms.map((term, j) => {
      const t = sql.raw(names[i]?.[j] ?? "");
      // A block in which nobody has the term has no row.
      const join = terms.length > 1 ? sql`LEFT JOIN` : sql`CROSS JOIN`;
      return sql`${join} ${profileBits} ${t} ON ${t}.pool = ${code(pool)} AND ${t}.gender = ${code(gender)} AND ${t}.term = ${code(term)}
        AND ${t}.country = b.country AND ${t}.block = b.block`;
    }),
  );
  const words = WORDS.map((word, i) => {
    const value = [`b.${word}`, ...names.map((alternatives) => either(alternatives, word))].join(" & ");
    return `iif((${value}) <> 0, ',[${i},' || (${value}) || ']', '')`;
  }).toReversed();
  const blocks = after ? sql`AND b.block <= ${number(BLOCKS)} - (SELECT turned FROM (${after}))` : sql``;
  return sql`SELECT ${code(gender)} AS gender, b.country, b.country || ${code(gender)} AS part, ${number(BLOCKS)} - b.block AS turned,
      ${sql.raw(joined(words))} AS words
    FROM ${profileBits} b ${sql.join(joins, sql` `)}
    WHERE b.pool = ${code(pool)} AND b.gender = ${code(gender)} AND b.term = ${code(first)} ${country ? sql`AND b.country = ${code(country)}` : sql``}
      AND b.block >= iif(${needed}, 0, ${number(BLOCKS)}) ${blocks}`;
}

function either(names: string[], word: string): string {
  const values = names.map((name) => (names.length > 1 ? `coalesce(${name}.${word}, 0)` : `${name}.${word}`));
  return names.length > 1 ? `(${values.join(" | ")})` : (values[0] ?? "0");
}
