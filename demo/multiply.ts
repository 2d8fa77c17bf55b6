import type { D1Database } from "@cloudflare/workers-types";
import { insertInBulk } from "#db/bits.ts";
import { ATTRIBUTE_NAMES } from "#db/schema/attribute-table.ts";

const CHUNK = 20_000;
const SPREAD = 40 * 24 * 3600 * 1000;

/** Adds copies of seeded members up to `members`, with names and times of their own, main photo only. */
export async function multiply(
  db: D1Database,
  pool: string,
  members: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  await db.batch([
    db.prepare("DROP TABLE IF EXISTS bench_originals"),
    db.prepare("CREATE TABLE bench_originals AS SELECT id FROM profiles WHERE pool = ?1 AND fictional = 1").bind(pool),
  ]);
  const originals = (await db.prepare("SELECT count(*) FROM bench_originals").first<number>("count(*)")) ?? 0;
  const copyAll = async () => {
    for (let done = originals, generation = 1; done < members; generation++) {
      const count = Math.min(CHUNK, originals, members - done);
      await db.batch([
        db.prepare(copyOf("accounts", { id: ID, email: "'copy' || ?1 || email" })).bind(generation, count),
        db
          .prepare(
            copyOf("profiles", {
              id: ID,
              name: "name || 'copy' || ?1",
              name_key: "name_key || 'copy' || ?1",
              last_active_at: earlier("last_active_at"),
              created_at: earlier("created_at"),
            }),
          )
          .bind(generation, count),
      ]);
      done += count;
      onProgress(done);
    }
    await db.batch(TRAVELS.map((sql) => db.prepare(sql).bind(pool)));
  };
  await withoutIndexes(db, () => insertInBulk(db as never, pool, copyAll));
  await db.prepare("DROP TABLE bench_originals").run();
}

/** Puts every fiftieth member on a trip to another member's town. It has begun, and does not end while the store is measured. */
const TRAVELS = [
  `INSERT OR IGNORE INTO trips (id, member_id, country, region, city, cell, from_day, until_day, shown_at, ends_at, begun, home_country, joined_at)
    SELECT 'measured ' || p.id, p.id, o.country, o.region, o.city, o.cell, date('now'), date('now', '+29 days'),
      unixepoch() * 1000, unixepoch('now', '+30 days') * 1000, 1, p.country, p.created_at
    FROM profiles p CROSS JOIN profiles o ON o.rowid = p.rowid + 7
    WHERE p.rowid % 50 = 1 AND p.pool = ?1 AND o.pool = ?1 AND p.fictional = 1 AND o.cell > 0`,
  `UPDATE profiles SET (stay, cell) = (SELECT json_object('country', t.country, 'region', t.region, 'city', t.city,
      'from', t.from_day, 'until', t.until_day), t.cell FROM trips t WHERE t.id = 'measured ' || profiles.id)
    WHERE pool = ?1 AND id IN (SELECT member_id FROM trips WHERE id LIKE 'measured %')`,
];

/** Does `work` without the search indexes of profiles, and makes them anew: sorting once costs less than each row's places. */
async function withoutIndexes(db: D1Database, work: () => Promise<void>): Promise<void> {
  const { results } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'profiles' AND sql LIKE 'CREATE INDEX%'")
    .all<{ name: string; sql: string }>();
  await db.batch(results.map(({ name }) => db.prepare(`DROP INDEX ${name}`)));
  try {
    await work();
  } finally {
    for (const { sql } of results) await db.prepare(sql).run();
  }
}

/** Ids are 20 characters of [0-9a-z]; no seeded one has these endings. */
const ID = "substr(id, 1, 12) || 'zz' || printf('%06d', ?1)";

const COLUMNS = {
  accounts:
    "id pool domain_id email password_hash language status terms_version terms_accepted_at sensitive_version sensitive_accepted_at created_at activated_at",
  profiles: `id pool name name_key status gender identity looking_for birth_date country region city ${ATTRIBUTE_NAMES.join(" ")} height languages interests about fictional main_photo has_photo cell last_active_at created_at`,
};

function copyOf(table: keyof typeof COLUMNS, changed: Record<string, string>): string {
  const columns = COLUMNS[table].split(" ");
  const values = columns.map((name) => changed[name] ?? name);
  return `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")} FROM ${table} WHERE id IN (SELECT id FROM bench_originals LIMIT ?2)`;
}

function earlier(column: string): string {
  return `${column} - (?1 * 7919 + unicode(substr(id, 5)) * 104729 + unicode(substr(id, 9)) * 1299709) * 15485863 % ${SPREAD}`;
}
