import type { SQL } from "drizzle-orm";
import type { Attribute } from "#db/schema/attribute-table.ts";
import { profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { pairFilters, UNANSWERED } from "./search-pairs.sql.ts";
import type { Part, Search } from "./search-query.ts";
import { suits } from "./two-way.sql.ts";

const p = aliased(profiles, "p");

/** Inlines a constant: D1 allows 100 parameters per statement. */
export function number(constant: number): SQL {
  return sql.raw(String(constant));
}

/** Inlines a code of a vocabulary, for the same reason; any other text becomes a parameter. */
export function code(text: string): SQL {
  return /^[\w:-]*$/.test(text) ? sql.raw(`'${text}'`) : sql`${text}`;
}

export function codes(texts: readonly string[]): SQL {
  return sql.join(texts.map(code), sql`, `);
}

/** True if a profile's interests name this one: cheaper than json_each, and exact, since no code contains a quote. */
export function names(interest: string): SQL {
  return sql`instr(${p.interests}, '"' || ${code(interest)} || '"') > 0`;
}

/** Never null: a missing answer is one that differs. */
function answered([question, choice]: [string, string]): SQL {
  return sql`(${p.answers} ->> ${code(question)}) IS ${code(choice)}`;
}

/** No maintained counter exists for a narrow search. */
export function isNarrow(search: Search): boolean {
  return filters(search).some(({ part }) => part !== "region" && part !== "country");
}

/** The online filter uses the activity index in any sort order. */
export function walksBy({ sort, activeAfter, answered }: Search): "activity" | "age" | "distance" | "chats" {
  if (answered) return "chats";
  if (activeAfter !== null || sort === "last_active" || sort === "common") return "activity";
  return sort === "newest" ? "age" : "distance";
}

/** The list has another order than the walk: a page sorts what the walk finds. */
export function isRanked(search: Search): boolean {
  return search.answered || search.sort === "common" || (search.activeAfter !== null && search.sort !== "last_active");
}

/** A region has an index by activity only: any other walk covers the country and filters the region. */
export function walksRegion(search: Search): boolean {
  return search.region !== null && search.country !== null && walksBy(search) === "activity";
}

interface PartFilter {
  part: Part;
  missed: SQL;
  /** Costs rows: it is asked last, of a profile that fits everything else. */
  paired?: true;
}

/** Each part with the SQL condition that a profile misses it. */
export function filters(search: Search): PartFilter[] {
  const { region, country, bornAfter, bornUntil, traits, interests, everyInterest } = search;
  const all: PartFilter[] = [];
  if (search.answered) all.push({ part: "answered", missed: UNANSWERED });
  if (country && search.answered) all.push({ part: "country", missed: sql`${p.country} <> ${code(country)}` });
  if (region && !walksRegion(search)) all.push({ part: "region", missed: sql`${p.region} IS NOT ${code(region)}` });
  if (bornUntil) all.push({ part: "bornUntil", missed: sql`${p.birthDate} > ${code(bornUntil)}` });
  if (bornAfter) all.push({ part: "bornAfter", missed: sql`${p.birthDate} <= ${code(bornAfter)}` });
  for (const [trait, value] of Object.entries(traits)) {
    all.push({ part: trait as Attribute, missed: sql`${p[trait as Attribute]} IS NOT ${code(value)}` });
  }
  if (search.tallFrom !== null)
    all.push({ part: "tallFrom", missed: sql`coalesce(${p.height}, 0) < ${number(search.tallFrom)}` });
  if (search.tallUntil !== null)
    all.push({ part: "tallUntil", missed: sql`coalesce(${p.height}, 1000) > ${number(search.tallUntil)}` });
  if (search.speaks)
    all.push({ part: "languages", missed: sql`instr(${p.languages}, '"' || ${code(search.speaks)} || '"') = 0` });
  if (interests.length > 0) {
    const named = sql.join(interests.map(names), everyInterest ? sql` AND ` : sql` OR `);
    all.push({ part: "interest", missed: sql`NOT (${named})` });
  }
  const answers = Object.entries(search.answers);
  if (answers.length > 0) all.push({ part: "answers", missed: sql`NOT (${sql.join(answers.map(answered), sql` AND `)})` });
  if (search.activeAfter !== null) all.push({ part: "online", missed: isAway(search.activeAfter, search) });
  if (search.lately !== null)
    all.push({ part: "active", missed: sql`(${p.lastActiveAt} < ${number(search.lately)} OR ${p.fictional} = 1)` });
  if (search.createdAfter !== null) all.push({ part: "new", missed: sql`${p.createdAt} <= ${number(search.createdAfter)}` });
  if (search.photo) all.push({ part: "photo", missed: sql`${p.hasPhoto} = 0` });
  if (search.checked) all.push({ part: "checked", missed: sql`${p.photoChecked} = 0` });
  if (search.verified) all.push({ part: "verified", missed: sql`${p.verified} = 0` });
  if (search.within) all.push({ part: "distance", missed: notIn(search.within) });
  if (search.own) all.push({ part: "suits", missed: sql`NOT ${suits(search.own)}` });
  return [...all, ...pairFilters(search)];
}

/** The walk by activity begins after this time. */
function isAway(since: number, { answered }: Search): SQL {
  if (!answered) return sql`${p.fictional} = 1`;
  return sql`(${p.fictional} = 1 OR ${p.lastActiveAt} <= ${number(since)} OR ${p.awayAt} IS NOT NULL)`;
}

/** One parameter however many towns: D1 bounds the length of a statement. */
function notIn(cells: readonly number[]): SQL {
  const known = Object.fromEntries(cells.map((cell) => [cell, 1]));
  return sql`(${JSON.stringify(known)} ->> CAST(${p.cell} AS TEXT)) IS NULL`;
}
