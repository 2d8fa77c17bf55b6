import { ATTRIBUTE_NAMES } from "./schema/attribute-table.ts";
import { profiles } from "./schema/index.ts";
import { HEIGHT_BAND, HIGHEST_BAND, LOWEST_BAND } from "./schema/spoken.ts";

/** `NEW` and `OLD` of a trigger, or an alias of the table. */
type Row = "NEW" | "OLD" | "p";

interface Term {
  column: string;
  /** Null means that the profile has no such term. */
  text: (row: Row) => string;
}

const FIVE_YEARS = 5;
const WEEK = 604_800_000;

const flag = (column: string, term: string): Term => ({ column, text: (row) => `iif(${row}.${column}, '${term}', NULL)` });

/** One of each column at most. D1 allows 32 arguments of a function. */
const SINGLE: Term[] = [
  { column: "region", text: (row) => `'r:' || ${row}.region` },
  { column: "birth_date", text: (row) => `'y:' || (substr(${row}.birth_date, 1, 4) / ${FIVE_YEARS} * ${FIVE_YEARS})` },
  ...ATTRIBUTE_NAMES.map((attribute) => {
    const column = profiles[attribute].name;
    return { column, text: (row: Row) => `'${attribute}:' || ${row}.${column}` };
  }),
  {
    column: "height",
    text: (row) => `'t:' || max(${LOWEST_BAND}, min(${HIGHEST_BAND}, ${row}.height / ${HEIGHT_BAND} * ${HEIGHT_BAND}))`,
  },
  // A square of one degree: `gridOf` in db/cells.ts.
  {
    column: "cell",
    text: (row) => `iif(${row}.cell > 0, 'g:' || (${row}.cell / 36000 / 100 * 360 + ${row}.cell % 36000 / 100), NULL)`,
  },
  flag("has_photo", "photo"),
  flag("photo_checked", "checked"),
  flag("verified", "verified"),
  flag("shown_to_visitors", "open"),
  { column: "created_at", text: (row) => `'n:' || (${row}.created_at / ${WEEK})` },
];

/** Columns of JSON. `key` and `value` are those of json_each. */
const LISTS = [
  { column: "interests", text: "'i:' || value" },
  { column: "languages", text: "'l:' || value" },
  { column: "answers", text: "'q:' || key || ':' || value" },
];

/** Columns whose change moves a profile's bits. */
export const TERM_COLUMNS = [...SINGLE, ...LISTS].map(({ column }) => column);

/** A row for each term of a profile, with the column `term`. The search names the same terms. */
export function termsOf(row: "NEW" | "OLD"): string {
  const lists = LISTS.map(({ column, text }) => `SELECT ${text} FROM json_each(${row}.${column})`);
  return `SELECT value AS term FROM json_each(${singles(row)}) WHERE value IS NOT NULL
    UNION ${lists.join(" UNION ")}`;
}

/** The same for all active profiles of the pool that parameter 1 names, with their place in the bitmaps. */
export function termsOfAll(): string {
  const of = (term: string, each: string) =>
    `SELECT p.pool, p.gender, p.country, p.slot, ${term} AS term FROM profiles p CROSS JOIN json_each(${each})
      WHERE p.status = 'active' AND p.pool = ?1`;
  const lists = LISTS.map(({ column, text }) => of(text, `p.${column}`));
  return [`${of("value", singles("p"))} AND value IS NOT NULL`, ...lists].join(" UNION ALL ");
}

function singles(row: Row): string {
  return `json_array('*', ${SINGLE.map(({ text }) => text(row)).join(", ")})`;
}
