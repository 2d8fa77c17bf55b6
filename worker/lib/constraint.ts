/** Which fact of the schema refused a write. `name` is that of the CHECK, the columns of the index, or what a trigger said. */
export interface Violation {
  kind: "check" | "unique" | "not_null" | "foreign_key" | "trigger";
  name: string;
}

const PATTERNS: [Violation["kind"], RegExp][] = [
  ["check", /CHECK constraint failed: ([\w.]+)/],
  ["unique", /UNIQUE constraint failed: ([\w., ]+\w)/],
  ["not_null", /NOT NULL constraint failed: ([\w.]+)/],
  ["foreign_key", /(FOREIGN KEY) constraint failed/],
  // RAISE(ABORT, …) is reported as a bare constraint error with the trigger's words in front.
  ["trigger", /(?:D1_ERROR: )([^:]+): SQLITE_CONSTRAINT/],
];

/** The violation that an error of D1, however it was wrapped, is about; null for any other failure. */
export function violationOf(error: unknown): Violation | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    for (const [kind, pattern] of PATTERNS) {
      const found = pattern.exec(cause.message);
      if (found) return { kind, name: found[1] as string };
    }
  }
  return null;
}
