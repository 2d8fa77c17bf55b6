import { createHash } from "node:crypto";
import { linesIn } from "#scripts/lines.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { Row } from "./niche-tables.ts";

/** UTF-16 units of a line of rows: D1 takes 100 kB in a statement, and quotes may double. */
const LINE = 40_000;

export interface Head {
  liaison: 1;
  id: string;
  pool: string;
  at: number;
  domains: DomainFile[];
  /** The last migration of the exporting database. */
  migration: string;
  /** Hash of the deployment's secret: passwords and encrypted numbers need the same one. */
  secret: string;
}
export interface Sum {
  count: number;
  /** SHA-256 of the rows in the order of their texts. */
  hash: string;
}
export interface ObjectLine {
  object: string;
  type: string;
  owner?: string;
  sha256: string;
  /** Base64. */
  data: string;
}
export type Line =
  | Head
  | { table: string; rows: Row[] }
  | { tables: Record<string, Sum>; objects: string[]; head: string }
  | ObjectLine
  | { end: true; objects: number };

export function* rowLines(table: string, rows: Iterable<Row>): Generator<{ table: string; rows: Row[] }> {
  let [chunk, length] = [[] as Row[], 0];
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    if (length + size > LINE && chunk.length > 0) {
      yield { table, rows: chunk };
      [chunk, length] = [[], 0];
    }
    chunk.push(row);
    length += size;
  }
  if (chunk.length > 0) yield { table, rows: chunk };
}

/** Takes rows one by one, in any order. */
export function createSum() {
  const texts: string[] = [];
  return {
    add: (row: Row) => void texts.push(JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))),
    sum(): Sum {
      const hash = createHash("sha256");
      for (const text of texts.sort()) hash.update(`${text}\n`);
      return { count: texts.length, hash: hash.digest("hex") };
    },
  };
}

export function sumOf(rows: Iterable<Row>): Sum {
  const { add, sum } = createSum();
  for (const row of rows) add(row);
  return sum();
}

export function hashOfHead(head: Head): string {
  return hashOf(Buffer.from(JSON.stringify(head)));
}

export function hashOf(data: Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** Complete lines with their end offsets in bytes; a torn last line is left out. */
export async function* linesOf(file: string): AsyncGenerator<{ line: Line; end: number }> {
  for await (const { text, end, whole } of linesIn(file)) {
    if (!whole) return;
    try {
      yield { line: JSON.parse(text) as Line, end };
    } catch {
      return;
    }
  }
}
