import { Column, sql as drizzle, getTableColumns, getTableName, SQL, type SQLChunk, StringChunk, Table } from "drizzle-orm";

/** `${p}` writes `profiles p`, `${p.birthDate}` writes `p.birth_date`. */
export type Aliased<T extends Table> = SQL & { readonly [K in keyof T["_"]["columns"]]: SQL };

type Named<K extends string> = Readonly<Record<K, SQL | Column>>;

/** Raw SQL with the schema's names. Drizzle's own tag adds table and quotes, which an alias rejects. Decision 41. */
export const sql = Object.assign(written, { raw: drizzle.raw, join: drizzle.join, identifier: drizzle.identifier });

export function aliased<T extends Table>(table: T, alias: string): Aliased<T> {
  const names = Object.entries(getTableColumns(table)).map(([key, { name }]) => [key, sql.raw(`${alias}.${name}`)]);
  return Object.assign(sql.raw(`${getTableName(table)} ${alias}`), Object.fromEntries(names));
}

export function into<T extends Table>(table: T, ...keys: (keyof T["_"]["columns"] & string)[]): SQL {
  const columns = getTableColumns(table);
  return sql.raw(`${getTableName(table)} (${keys.map((key) => columns[key]?.name).join(", ")})`);
}

export function selected<K extends string>(from: Named<K>, keys: readonly K[]): SQL {
  return sql.raw(keys.map((key) => `${textOf(from[key])} AS ${key}`).join(", "));
}

export function jsonOf<K extends string>(from: Named<K>, keys: readonly K[]): SQL {
  return sql.raw(`json_object(${keys.map((key) => `'${key}', ${textOf(from[key])}`).join(", ")})`);
}

/** Without names, which would take most of the text of a list. */
export function jsonListOf<K extends string>(from: Named<K>, keys: readonly K[]): SQL {
  return sql.raw(`json_array(${keys.map((key) => textOf(from[key])).join(", ")})`);
}

/** The column `item`, JSON, of all rows as one JSON list: of rows, D1 makes an object each. Joined as text, which parses nothing again. */
export function listed(rows: SQL): SQL {
  return sql`SELECT '[' || coalesce(group_concat(item), '') || ']' AS list FROM (${rows})`;
}

/** Of a query by `listed`. */
export function readListed<T>(rows: { list: string }[] | undefined): T[] {
  return JSON.parse(rows?.[0]?.list ?? "[]") as T[];
}

type Parts = Record<string, SQL>;
export type PartsOf<P extends Parts> = { [K in keyof P]: P[K] extends SQL<infer T> ? T : never };

/** One JSON object of parts that are JSON or NULL. Joined as text, as in `listed`. */
export function jsonParts<P extends Parts>(parts: P): SQL<PartsOf<P>> {
  const members = Object.entries(parts).map(([name, part]) => sql`'"${sql.raw(name)}":' || coalesce((${part}), 'null')`);
  return sql`'{' || ${members.reduce((all, member) => sql`${all} || ',' || ${member}`)} || '}'`;
}

export interface Rendered {
  sql: string;
  params: unknown[];
}

/** The statement of strings, values and nested SQL; null for a part that only Drizzle renders. Drizzle's renderer costs ten times as much. */
export function rendered(query: SQL): Rendered | null {
  const statement: Rendered = { sql: "", params: [] };
  return render(query, statement) ? statement : null;
}

function render(query: SQL, statement: Rendered): boolean {
  if ((query as unknown as { shouldInlineParams: boolean }).shouldInlineParams) return false;
  for (const chunk of query.queryChunks as unknown[]) {
    if (chunk instanceof StringChunk) statement.sql += chunk.value.length === 1 ? chunk.value[0] : chunk.value.join("");
    else if (chunk instanceof SQL) {
      if (!render(chunk, statement)) return false;
    } else if (chunk === null || typeof chunk === "string" || typeof chunk === "number") {
      statement.sql += "?";
      statement.params.push(chunk);
    } else return false;
  }
  return true;
}

/** For statements outside Drizzle. @throws TypeError if the query holds a parameter */
export function plainText(query: SQL): string {
  const text = textOf(query);
  if (text === undefined) throw new TypeError("the query holds a parameter");
  return text;
}

/** Merges names into the text, so that Drizzle renders no more chunks than of plain SQL. */
function written<T = unknown>(strings: TemplateStringsArray, ...params: unknown[]): SQL<T> {
  const chunks: SQLChunk[] = [];
  let text = strings[0] ?? "";
  for (const [i, param] of params.entries()) {
    const name = textOf(param);
    if (name === undefined) {
      chunks.push(new StringChunk(text), param as SQLChunk);
      text = "";
    } else text += name;
    text += strings[i + 1];
  }
  chunks.push(new StringChunk(text));
  // Its constructor looks for tables in what it gets; here are none.
  const query = new SQL<T>([]);
  query.queryChunks.push(...chunks);
  return query;
}

function textOf(param: unknown): string | undefined {
  if (typeof param !== "object") return undefined;
  if (param instanceof Column) return param.name;
  if (param instanceof Table) return getTableName(param);
  if (!(param instanceof SQL) || param.queryChunks.length !== 1) return undefined;
  const [chunk] = param.queryChunks;
  return chunk instanceof StringChunk ? chunk.value.join("") : undefined;
}
