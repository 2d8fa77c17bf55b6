import { insertInBulk } from "#db/bits.ts";
import { cellOf } from "#db/cells.ts";
import { ATTRIBUTE_NAMES, ATTRIBUTES, type Attribute } from "#db/schema/attribute-table.ts";

/** Towns of the inserted members; every fifth names none. Amsterdam, Haarlem (20 km), Utrecht (35 km) and Groningen (145 km). */
export const CELLS = [
  ["NL-NH", "Amsterdam"],
  ["NL-NH", "Haarlem"],
  ["NL-UT", "Utrecht"],
  ["NL-GR", "Groningen"],
  [null, null],
].map(([region = null, city = null]) => cellOf({ country: "NL", region, city }));

/** Regions of the inserted members. */
export const REGIONS = ["R0", "R1", "R2", "R3", "R4", "R5"];

/** Codes that are given, where these are not all: the others fit nobody. */
const GIVEN: Partial<Record<Attribute, readonly string[]>> = {
  sexuality: ["hetero", "bi"],
  hair: ["black", "brown", "blond", "red", "grey"],
  eyes: ["blue", "green", "brown"],
  body: ["slim", "average", "athletic", "curvy"],
  relationship: ["single", "married", "open"],
  reason: ["chat", "flirt", "casual"],
};
/** Those between belong to other columns. */
const SALTS = [5, 6, 7, 8, 9, 10, 11, ...Array.from({ length: 20 }, (_, i) => 20 + i)];

export const WHERE = { countries: ["NL", "NL", "NL", "DE", "GB"], regions: REGIONS };

/** Columns of a profile, each with its SQL. `n` counts the members of a pool from 0. */
export type MemberColumns = Record<string, string>;

interface Bulk {
  countries: readonly string[];
  regions: readonly string[];
  /** Other columns, or other SQL for these: an update later would move every bit by itself. */
  change?: (columns: MemberColumns) => MemberColumns;
}

/**
 * Inserts `count` deterministic members per pool. Each fits some filter of every kind; every 17th is hidden, and every 5th leaves
 * looks empty.
 */
export async function insertMembers(
  db: D1Database,
  pool: string,
  count: number,
  now: number,
  { countries, regions, change }: Bulk = WHERE,
): Promise<void> {
  const json = (codes: readonly string[]) => `'${JSON.stringify(codes)}'`;
  const pick = (codes: readonly string[], salt = 0) => {
    const list = codes.map((code) => `'${code}'`).join(",");
    return `CASE WHEN n % 5 = 0 THEN NULL ELSE json_extract(json_array(${list}), '$[' || (hash(${salt}) % ${codes.length}) || ']') END`;
  };
  const hash = (text: string) =>
    text.replaceAll(/hash\((\d+)\)/g, (_, salt) => `((((n + ${salt} * 7919) * 48271 % 2147483647) * 16807 % 2147483647) >> 7)`);
  const numbers = "WITH RECURSIVE numbers(n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?2)";
  const id = "substr('00000000000000000000' || ?3 || '0' || printf('%07d', n), -20)";
  const accounts = `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version,
      terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at)
    ${numbers} SELECT ${id}, ?3, ?3, n || '@' || ?3 || '.example', '', 'en', 'active', '1', 0, '1', 0, ?4 FROM numbers`;
  const columns: MemberColumns = {
    id,
    pool: "?3",
    name: "'Member' || n",
    name_key: "'member' || n",
    status: "iif(n % 17 = 3, 'hidden', 'active')",
    gender: "iif(hash(1) % 2 = 0, 'female', 'male')",
    looking_for: "'male'",
    birth_date: "date('2005-06-30', '-' || (hash(2) % 16000) || ' days')",
    country: `json_extract(${json(countries)}, '$[' || (hash(3) % ${countries.length}) || ']')`,
    region: `json_extract(${json(regions)}, '$[' || (hash(4) % ${regions.length}) || ']')`,
    city: "'Town'",
    ...Object.fromEntries(
      ATTRIBUTE_NAMES.map((attribute, i) => [attribute, pick(GIVEN[attribute] ?? ATTRIBUTES[attribute].codes, SALTS[i])]),
    ),
    height: "iif(n % 5 = 0, NULL, 140 + hash(41) % 70)",
    languages: `iif(n % 5 = 0, '[]', json_array(json_extract('["nl","de","fr"]', '$[' || (hash(42) % 3) || ']'), 'en'))`,
    interests: `json_array(json_extract('["sex","tea","wine"]', '$[' || (hash(12) % 3) || ']'),
      json_extract('["sex_toys","art","beer"]', '$[' || (hash(13) % 3) || ']'))`,
    answers: `iif(n % 5 = 0, '{}', json_object('climbing', json_extract('["lead","boulder","top_rope"]', '$[' || (hash(18) % 3) || ']'),
      'tent', iif(hash(19) % 9 = 0, 'hut', 'tent')))`,
    main_photo: "iif(n % 10 = 9, NULL, 'photo' || n)",
    has_photo: "n % 10 <> 9",
    photo_checked: "hash(16) % 3 = 0",
    verified: "hash(16) % 9 = 0",
    cell: `json_extract('${JSON.stringify(CELLS)}', '$[' || (hash(17) % ${CELLS.length}) || ']')`,
    last_active_at: "?4 - hash(14) % 5000000 * 100",
    created_at: "?4 - hash(15) % 5000000 * 1000",
  };
  const all = { ...columns, ...change?.(columns) };
  const profiles = hash(`INSERT INTO profiles (${Object.keys(all).join(", ")})
    ${numbers} SELECT ${Object.values(all).join(", ")} FROM numbers`);
  const insert = async () => {
    for (let start = 0; start < count; start += 5000) {
      const end = Math.min(start + 5000, count);
      await db.batch([db.prepare(accounts).bind(start, end, pool, now), db.prepare(profiles).bind(start, end, pool, now)]);
    }
  };
  await insertInBulk(db, pool, count < 5000 ? insert : () => withoutIndexes(db, insert));
}

/** Creates the indexes again at the end, in the same order: a fifth of the time of many rows. */
async function withoutIndexes(db: D1Database, insert: () => Promise<void>): Promise<void> {
  const { results } = await db
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name IN ('accounts', 'profiles') AND sql LIKE 'CREATE INDEX%' ORDER BY rowid",
    )
    .all<{ name: string; sql: string }>();
  if (results.length === 0) throw new Error("the indexes of members are missing");
  await db.batch(results.map(({ name }) => db.prepare(`DROP INDEX "${name}"`)));
  try {
    await insert();
  } finally {
    await db.batch(results.map(({ sql }) => db.prepare(sql)));
  }
}
