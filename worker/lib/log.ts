type Fields = Record<string, unknown>;

/** One JSON line. Callers pass ids, counts and codes: never a name, address, text, token or URL with a query. */
export function log(level: "info" | "warn" | "error", event: string, fields: Fields = {}): void {
  const { error, ...rest } = fields;
  const line: Fields = { level, event, ...rest };
  if (error !== undefined) line.error = describe(error);
  console[level](JSON.stringify(line));
}

/** An error without what it quotes: a failed query carries its values, which are people's, in its message and so in its stack. */
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
