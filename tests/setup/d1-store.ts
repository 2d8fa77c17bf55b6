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
  /** As much of it as the product or a test reads. */
  meta: { served_by_primary: boolean; changes: number; rows_read: number; rows_written: number };
}

/** Stands for the database of D1 in unit tests: the same SQLite, asked by one call. */
export class D1Store extends DurableObject {
  /** One transaction. Text: why SQLite refused, and nothing is written. */
  async ask(queries: StoreQuery[], bookmark: boolean): Promise<{ answers: StoreAnswer[]; bookmark: string | null } | string> {
    try {
      const answers = this.ctx.storage.transactionSync(() => this.#answers(queries));
      return { answers, bookmark: bookmark ? await this.ctx.storage.getCurrentBookmark() : null };
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #answers(queries: StoreQuery[]): StoreAnswer[] {
    let before = this.#changes();
    return queries.map(({ sql, params = [] }) => {
      const cursor = this.ctx.storage.sql.exec(sql, ...params.map(toStored));
      const columns = cursor.columnNames;
      const rows = Array.from(cursor.raw(), (row) => row.map(fromStored));
      const { rowsRead, rowsWritten } = cursor;
      const after = rowsWritten > 0 ? this.#changes() : before;
      const meta = { served_by_primary: true, changes: after - before, rows_read: rowsRead, rows_written: rowsWritten };
      before = after;
      return { columns, rows, meta };
    });
  }

  #changes(): number {
    return this.ctx.storage.sql.exec<{ changes: number }>("SELECT total_changes() AS changes").one().changes;
  }
}

const toStored = (cell: Cell) => (Array.isArray(cell) ? new Uint8Array(cell).buffer : cell);
const fromStored = (value: SqlStorageValue) => (value instanceof ArrayBuffer ? Array.from(new Uint8Array(value)) : value);
