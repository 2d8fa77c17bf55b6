import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";
import type { Row } from "./sql-text.ts";

/** One state of a local database, read row by row. An answer of D1 would hold all rows at once. */
export interface Snapshot {
  each(sql: string, ...values: SQLInputValue[]): Iterable<Row>;
  end(): void;
}

const files = new WeakMap<object, string>();

export function noteFile(db: D1Database, file: string): void {
  files.set(db, file);
}

/** Beside a running server, which goes on writing. Null for a deployed database. */
export function snapshotOf(db: D1Database): Snapshot | null {
  const file = files.get(db);
  if (file === undefined) return null;
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  sqlite.exec("BEGIN; SELECT count(*) FROM sqlite_master");
  return {
    each: (sql, ...values) => sqlite.prepare(sql).iterate(...values) as Iterable<Row>,
    end: () => sqlite.close(),
  };
}

/** Questions of minutes would stop a running server, whose database answers one at a time: they are asked beside it. */
export async function beside<T>(db: D1Database, work: (db: Pick<D1Database, "prepare" | "batch">) => Promise<T>): Promise<T> {
  const snapshot = snapshotOf(db);
  if (!snapshot) return work(db);
  const prepare = (sql: string) => ({ sql, all: async () => ({ results: [...snapshot.each(sql)] }) });
  const batch = async (statements: { sql: string }[]) => statements.map(({ sql }) => ({ results: [...snapshot.each(sql)] }));
  try {
    return await work({ prepare, batch } as unknown as D1Database);
  } finally {
    snapshot.end();
  }
}

/** Rows of several statements in one state, whatever the database. */
export async function withRows<T>(
  db: D1Database,
  statements: Readonly<Record<string, { sql: string; values: string[] }>>,
  work: (each: (name: string) => Iterable<Row>) => T | Promise<T>,
): Promise<T> {
  const snapshot = snapshotOf(db);
  if (!snapshot) {
    const answers = await db.batch<Row>(Object.values(statements).map(({ sql, values }) => db.prepare(sql).bind(...values)));
    const rows = new Map(Object.keys(statements).map((name, index) => [name, answers[index]?.results ?? []]));
    return work((name) => rows.get(name) ?? []);
  }
  try {
    return await work((name) => {
      const { sql, values } = statements[name] ?? { sql: "SELECT 1 WHERE 0", values: [] };
      return snapshot.each(sql, ...values);
    });
  } finally {
    snapshot.end();
  }
}
