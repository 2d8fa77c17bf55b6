type Fields = Record<string, unknown>;

/** One JSON line. Callers pass ids, counts and codes: never a name, address, text, token or URL with a query. */
export function log(level: "info" | "warn" | "error", event: string, fields: Fields = {}): void {
  const { error, ...rest } = fields;
  const line: Fields = { level, event, ...rest };
  if (error instanceof Error) line.error = { name: error.name, message: error.message, stack: error.stack };
  else if (error !== undefined) line.error = String(error);
  console[level](JSON.stringify(line));
}
