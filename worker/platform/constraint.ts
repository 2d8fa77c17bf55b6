/** `name`: the CHECK, the columns of the index, or the trigger's message. */
export interface Violation {
  kind: "check" | "unique" | "not_null" | "foreign_key" | "trigger";
  name: string;
}

const PATTERNS: [Violation["kind"], RegExp][] = [
  ["check", /CHECK constraint failed: ([\w.]+)/],
  ["unique", /UNIQUE constraint failed: ([\w., ]+\w)/],
  ["not_null", /NOT NULL constraint failed: ([\w.]+)/],
  ["foreign_key", /(FOREIGN KEY) constraint failed/],
  // D1 reports RAISE(ABORT, …) as a bare constraint error after the trigger's message.
  ["trigger", /(?:D1_ERROR: )([^:]+): SQLITE_CONSTRAINT/],
];

export function violationOf(error: unknown): Violation | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    for (const [kind, pattern] of PATTERNS) {
      const found = pattern.exec(cause.message);
      if (found) return { kind, name: found[1] as string };
    }
  }
  return null;
}
