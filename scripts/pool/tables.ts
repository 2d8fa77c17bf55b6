import type { D1Database } from "@cloudflare/workers-types";
import { DOMAINS, NICHE_TABLES, of, type Row } from "#scripts/domain/niche-tables.ts";

export type Db = Pick<D1Database, "prepare" | "batch">;

/** Conditions for the rows of a pool by table, parents first. */
export const POOL_TABLES: Readonly<Record<string, string>> = {
  domains: "pool = ?1",
  domain_icons: DOMAINS,
  domain_versions: DOMAINS,
  ...NICHE_TABLES,
  sessions: of("account_id"),
  push_subscriptions: of("account_id"),
  pushes: of("account_id"),
  tokens: of("account_id"),
  outbox: DOMAINS,
  data_exports: of("account_id"),
  idempotency: of("account_id"),
  message_reads: of("member_id"),
  photo_reads: of("member_id"),
  hosts: DOMAINS,
};

const KEYS: Readonly<Record<string, readonly string[]>> = {
  idempotency: ["account_id", "key"],
  message_reads: ["item", "member_id", "staff_id"],
  photo_reads: ["photo_id", "staff_id", "day"],
};

export interface Table {
  name: string;
  /** SQL, for rows of `name`. */
  where: string;
  columns: string[];
  key: string[];
}

/** The pool's tables, with literals for its name and domains. */
export async function tablesOf(db: Db, pool: string): Promise<Table[]> {
  const { results } = await db.prepare(DOMAIN_IDS).bind(pool).all<{ id: string }>();
  const ids = JSON.stringify(results.map(({ id }) => id));
  const names = Object.keys(POOL_TABLES);
  const found = await db.batch<{ name: string; pk: number }>(
    names.map((name) => db.prepare(`SELECT name, pk FROM pragma_table_info('${name}')`)),
  );
  return names.map((name, index) => {
    const columns = found[index]?.results ?? [];
    const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    const key = KEYS[name] ?? primary.map((column) => column.name);
    if (key.length === 0) throw new Error(`${name} has no key`);
    const where = (POOL_TABLES[name] ?? "").replaceAll("?1", text(pool)).replaceAll("?2", text(ids));
    return { name, where, columns: columns.map((column) => column.name), key: [...key] };
  });
}

/** Removed domains too, whose members and versions stay. */
const DOMAIN_IDS = `SELECT id FROM domains WHERE pool = ?1
  UNION SELECT DISTINCT domain_id FROM accounts WHERE pool = ?1 AND domain_id NOT IN (SELECT id FROM domains)
  UNION SELECT domain_id FROM domain_versions WHERE settings ->> '$.pool' = ?1 AND domain_id NOT IN (SELECT id FROM domains)
  ORDER BY 1`;

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** Looks each row up by its key, so that a page of rows costs no list of all members. */
export function condition(row: string, where: string): string {
  const [, column, table, inner] = /^(\w+) IN \(SELECT id FROM (\w+) WHERE (.*)\)$/s.exec(where) ?? [];
  if (!table || !inner) return `+${row}.${where}`;
  return `EXISTS (SELECT 1 FROM ${table} WHERE ${table}.id = ${row}.${column} AND ${condition(table, inner)})`;
}

export const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

export type Key = (string | number)[];

export function keyOf({ key }: Table, row: Row): Key {
  return key.map((name) => row[name] as string | number);
}

/** SQL for the keys after `from` and up to `to`; null is the end. */
export function range({ key }: Table, from: Key | null, to: Key | null): { sql: string; values: Key } {
  const side = (bound: Key | null, than: string, first: number) =>
    bound === null ? [] : [`(${quoted(key)}) ${than} (${bound.map((_, index) => `?${first + index}`).join(", ")})`];
  const values = [...(from ?? []), ...(to ?? [])];
  const parts = [...side(from, ">", 1), ...side(to, "<=", 1 + (from?.length ?? 0))];
  return { sql: parts.length > 0 ? parts.join(" AND ") : "1", values };
}
