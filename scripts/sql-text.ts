export type Value = string | number | null;
export type Row = Record<string, Value>;
export interface Statement {
  sql: string;
  params: Value[];
}

/** The command prints the message as it is. */
export class StoreError extends Error {}

/** Wrangler accepts no parameters. */
export function inlined({ sql, params }: Statement): string {
  let next = 0;
  // Question marks inside literals and names are no parameters.
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?(\d*)/g, (found, number: string | undefined) => {
    if (!found.startsWith("?")) return found;
    if (!number) next++;
    return literal(params[Number(number || next) - 1]);
  });
}

function literal(value: Value | boolean | undefined): string {
  if (value === null) return "NULL";
  if (typeof value === "boolean") return String(Number(value));
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''").replaceAll("\0", "")}'`;
  throw new Error(`not a value of SQL: ${String(value)}`);
}
