import { BIT_WORDS } from "./schema/index.ts";
import { termsOfAll } from "./search-terms.ts";

type Store = Pick<D1Database, "prepare" | "batch">;

const WORDS = Array.from({ length: BIT_WORDS }, (_, i) => `w${i}`);

/** Inserts without the bitmap triggers, then builds the bitmaps: a hundred times faster. No other writer may run. */
export async function insertInBulk(db: Store, pool: string, insert: () => Promise<void>): Promise<void> {
  const trigger = await db
    .prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = 'profile_bits_insert'")
    .first<string>("sql");
  if (!trigger) throw new Error("the trigger profile_bits_insert is missing");
  await db.prepare("DROP TRIGGER profile_bits_insert").run();
  try {
    await insert();
  } finally {
    await db.prepare(trigger).run();
  }
  await rebuildBits(db, pool);
}

async function rebuildBits(db: Store, pool: string): Promise<void> {
  const slot = await db
    .prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = 'profile_bits_slot'")
    .first<string>("sql");
  if (!slot) throw new Error("the trigger profile_bits_slot is missing");
  const sums = WORDS.map((_, i) => `coalesce(sum(bits) FILTER (WHERE word = ${i}), 0)`);
  await db.batch([
    db.prepare("DROP TRIGGER profile_bits_slot"),
    db
      .prepare(
        `UPDATE profiles SET slot = numbered.slot FROM (SELECT id, row_number() OVER (PARTITION BY gender, country
          ORDER BY created_at, id) - 1 AS slot FROM profiles WHERE pool = ?1) numbered WHERE numbered.id = profiles.id`,
      )
      .bind(pool),
    db.prepare("DELETE FROM profile_bits WHERE pool = ?1").bind(pool),
    // Distinct bits: their sum equals their bitwise OR.
    db
      .prepare(
        `INSERT INTO profile_bits (pool, gender, term, country, block, ${WORDS.join(", ")})
        SELECT pool, gender, term, country, block, ${sums.join(", ")} FROM (
          SELECT pool, gender, term, country, slot / 4096 AS block, slot % 4096 / 64 AS word, sum(1 << (slot % 64)) AS bits
          FROM (${termsOfAll()}) GROUP BY 1, 2, 3, 4, 5, 6)
        GROUP BY 1, 2, 3, 4, 5`,
      )
      .bind(pool),
    db.prepare(slot),
  ]);
}
