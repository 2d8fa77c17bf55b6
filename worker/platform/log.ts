type Fields = Record<string, unknown>;

/** One JSON line. Fields hold ids, counts and codes only: no personal data, tokens or URLs with queries. */
export function log(level: "info" | "warn" | "error", event: string, fields: Fields = {}): void {
  const { error, ...rest } = fields;
  const line: Fields = { level, event, ...rest };
  if (error !== undefined) line.error = describe(error);
  console[level](JSON.stringify(line));
}

/** Strips the message and stack of a failed query: they quote personal values. */
export function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, stack, cause } = error;
  const query = "query" in error && "params" in error ? String(error.query) : null;
  const frames = stack
    ?.split("\n")
    .filter((part) => /^\s+at /.test(part))
    .join("\n");
  return { name, message: query ?? error.message, stack: frames, ...(cause === undefined ? {} : { cause: describe(cause) }) };
}
