import { BIT_WORDS } from "#db/schema/index.ts";
import { TERM_COLUMNS, termsOf } from "#db/search-terms.ts";

const WORDS = Array.from({ length: BIT_WORDS }, (_, i) => `w${i}`);
const MOVED = "OLD.pool <> NEW.pool OR OLD.gender <> NEW.gender OR OLD.country <> NEW.country";
const STAYED = "OLD.pool = NEW.pool AND OLD.gender = NEW.gender AND OLD.country = NEW.country";

/** Keep `profile_bits` as the rows of `profiles` say: decision 46. */
export const SEARCH_BITS = [
  `CREATE TRIGGER profile_bits_slot AFTER UPDATE OF slot ON profiles WHEN NEW.status = 'active' AND NEW.slot IS NOT NULL BEGIN
${added("true")}
END`,
  `CREATE TRIGGER profile_bits_change AFTER UPDATE OF status, pool, gender, country, ${TERM_COLUMNS.join(", ")} ON profiles
WHEN OLD.slot IS NOT NULL AND (OLD.status = 'active' OR NEW.status = 'active' OR ${MOVED}) BEGIN
${taken("AND OLD.status = 'active'")}
${added(`NEW.status = 'active' AND NEW.slot = OLD.slot AND ${STAYED}`)}
  UPDATE profiles SET slot = (SELECT coalesce(max(p.slot), -1) + 1 FROM profiles p
    WHERE p.pool = NEW.pool AND p.gender = NEW.gender AND p.country = NEW.country)
  WHERE id = NEW.id AND (${MOVED});
END`,
  `CREATE TRIGGER profile_bits_delete AFTER DELETE ON profiles WHEN OLD.status = 'active' AND OLD.slot IS NOT NULL BEGIN
${taken("")}
END`,
];

/** The profile's bit in the word that holds it, 0 in all others. */
function bit(row: "NEW" | "OLD", word: number): string {
  return `iif(${row}.slot % 4096 / 64 = ${word}, 1 << (${row}.slot % 64), 0)`;
}

function added(where: string): string {
  return `  INSERT INTO profile_bits (pool, gender, term, country, block, ${WORDS.join(", ")})
  SELECT NEW.pool, NEW.gender, t.term, NEW.country, NEW.slot / 4096, ${WORDS.map((_, i) => bit("NEW", i)).join(", ")}
  FROM (${termsOf("NEW")}) t WHERE ${where}
  ON CONFLICT DO UPDATE SET ${WORDS.map((word) => `${word} = ${word} | excluded.${word}`).join(", ")};`;
}

function taken(where: string): string {
  return `  UPDATE profile_bits SET ${WORDS.map((word, i) => `${word} = ${word} & ~${bit("OLD", i)}`).join(", ")}
  WHERE pool = OLD.pool AND gender = OLD.gender AND country = OLD.country AND block = OLD.slot / 4096 ${where}
    AND term IN (SELECT term FROM (${termsOf("OLD")}) t);`;
}
