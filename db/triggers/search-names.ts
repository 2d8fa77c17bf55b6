const OWN = "conversation_id = NEW.conversation_id AND member_id = NEW.member_id";
const OF_OTHERS = `other_id = NEW.id AND conversation_id IN (
    SELECT id FROM conversations WHERE member_a = NEW.id UNION ALL SELECT id FROM conversations WHERE member_b = NEW.id)`;

/** Keep `participants.other_name` as the search by name compares it. `letters`: the plain letter, with those found under it. */
export function searchNames(letters: Record<string, string>): string[] {
  const pairs = Object.entries(letters).flatMap(([plain, found]) => [...found].map((letter) => [letter, plain] as const));
  // Two statements: D1 takes expressions of depth 100 at most.
  const half = Math.ceil(pairs.length / 2);
  const first = (name: string) => plainOf(name, pairs.slice(0, half));
  const rest = plainOf("other_name", pairs.slice(half));
  return [
    `CREATE TRIGGER participants_name_insert AFTER INSERT ON participants BEGIN
  UPDATE participants SET other_name = coalesce((SELECT ${first("name_key")} FROM profiles WHERE id = NEW.other_id), '')
  WHERE ${OWN};
  UPDATE participants SET other_name = ${rest}
  WHERE ${OWN};
END`,
    `CREATE TRIGGER participants_name_update AFTER UPDATE OF name_key ON profiles WHEN NEW.name_key <> OLD.name_key BEGIN
  UPDATE participants SET other_name = ${first("NEW.name_key")}
  WHERE ${OF_OTHERS};
  UPDATE participants SET other_name = ${rest}
  WHERE ${OF_OTHERS};
END`,
  ];
}

function plainOf(name: string, pairs: (readonly [string, string])[]): string {
  return pairs.reduce((text, [letter, plain]) => `replace(${text},'${letter}','${plain}')`, name);
}
