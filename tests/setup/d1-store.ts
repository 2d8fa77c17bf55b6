import { DurableObject } from "cloudflare:workers";

/** Bytes are an array of numbers, as in D1's answers. */
type Cell = string | number | number[] | null;

export interface StoreQuery {
  sql: string;
  params: Cell[] | undefined;
}

export interface StoreAnswer {
  columns: string[];
  rows: Cell[][];
  /** What the product or a test reads of it; `duration` is asked by `exec`. */
  meta: {
    served_by_primary: boolean;
    duration: number;
    changes: number;
    last_row_id: number;
    rows_read: number;
    rows_written: number;
  };
}

/**
 * Stands for the database of D1 in unit tests: the same SQLite, asked by one call. What differs: no duration is measured, `meta` tells
 * no size, place or timing, and `changes()` in a first statement is refused. A batch that leaves a deferred foreign key violated
 * resets both databases, with other words.
 */
export class D1Store extends DurableObject {
  /** One transaction. Text: why SQLite refused, and nothing is written. */
  async ask(queries: StoreQuery[], bookmark: boolean): Promise<{ answers: StoreAnswer[]; bookmark: string | null } | string> {
    // As the local D1 does, which leaves out indented remarks alone.
    const asked = queries.filter(({ sql }) => sql.replace(/^\s+--.*/gm, "").trim() !== "");
    if (asked.length === 0) return "No SQL statements detected.";
    if (/\bchanges\s*\(\s*\)/i.test(asked[0]?.sql ?? "")) return "changes() in a first statement tells of another request";
    try {
      const answers = this.ctx.storage.transactionSync(() => this.#answers(asked));
      return { answers, bookmark: bookmark ? await this.ctx.storage.getCurrentBookmark() : null };
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #answers(queries: StoreQuery[]): StoreAnswer[] {
    let before = this.#counts();
    return queries.map(({ sql, params = [] }) => {
      const cursor = this.ctx.storage.sql.exec(sql, ...params.map(toStored));
      const columns = cursor.columnNames;
      const rows = Array.from(cursor.raw(), (row) => row.map(fromStored));
      const { rowsRead, rowsWritten } = cursor;
      const after = rowsWritten > 0 ? this.#counts() : before;
      const changes = after.changes - before.changes;
      before = after;
      const meta = { served_by_primary: true, duration: 0, changes, last_row_id: after.last };
      return { columns, rows, meta: { ...meta, rows_read: rowsRead, rows_written: rowsWritten } };
    });
  }

  #counts(): { changes: number; last: number } {
    return this.ctx.storage.sql
      .exec<{ changes: number; last: number }>("SELECT total_changes() AS changes, last_insert_rowid() AS last")
      .one();
  }
}

/** D1 takes and tells JSON, which has no infinity, no NaN and no -0. */
const asJson = (number: number) => (Number.isFinite(number) ? number + 0 : null);

function toStored(cell: Cell) {
  if (Array.isArray(cell)) return new Uint8Array(cell).buffer;
  return typeof cell === "number" ? asJson(cell) : cell;
}

function fromStored(value: SqlStorageValue): Cell {
  if (value instanceof ArrayBuffer) return Array.from(new Uint8Array(value));
  return typeof value === "number" ? asJson(value) : value;
}
