/** A D1 that counts the cost of its queries. */
export interface CountedD1 {
  db: D1Database;
  /** Rows read and round trips since the last call; resets both. */
  take(): { rows: number; trips: number };
  /** Rows written since the last call; resets them. */
  takeWritten(): number;
}

/** Wraps a database: counts `meta.rows_read` and round trips. */
export function countedD1(db: D1Database): CountedD1 {
  const cost = { rows: 0, trips: 0 };
  let written = 0;
  const originals = new WeakMap<object, D1PreparedStatement>();
  const distinct = new Map<string, boolean>();

  async function asked<T extends D1Result | D1Result[]>(question: Promise<T>): Promise<T> {
    cost.trips++;
    const result = await question;
    for (const { meta } of [result].flat()) {
      cost.rows += meta.rows_read;
      written += meta.rows_written;
    }
    return result;
  }
  function wrap(statement: D1PreparedStatement, query: string): D1PreparedStatement {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), query),
      all: () => asked(statement.all()),
      run: () => asked(statement.run()),
      first: async (column?: string) => {
        const row = (await asked(statement.all<Record<string, unknown>>())).results[0] ?? null;
        return row && column ? row[column] : row;
      },
      // `raw` returns no meta. In objects columns of one name would collapse: then the query runs twice.
      raw: async () => {
        if (!/^\s*select/i.test(query)) cost.trips++;
        else {
          const { results } = await asked(statement.all<Record<string, unknown>>());
          if (await keepsOrder(statement, query)) return results.map((row) => Object.values(row));
        }
        return statement.raw();
      },
    } as unknown as D1PreparedStatement;
    originals.set(wrapped, statement);
    return wrapped;
  }
  /** Objects put names that are numbers first. */
  async function keepsOrder(statement: D1PreparedStatement, query: string): Promise<boolean> {
    const known = distinct.get(query);
    if (known !== undefined) return known;
    const [names] = await statement.raw({ columnNames: true });
    distinct.set(query, new Set(names).size === names.length && names.every((name) => !/^\d+$/.test(name)));
    return distinct.get(query) === true;
  }
  const counted = (target: Pick<D1Database, "prepare" | "batch">) => ({
    prepare: (query: string) => wrap(target.prepare(query), query),
    batch: (statements: D1PreparedStatement[]) => asked(target.batch(statements.map((one) => originals.get(one) ?? one))),
  });
  return {
    db: {
      ...counted(db),
      withSession(start?: string) {
        const session = db.withSession(start);
        return { ...counted(session), getBookmark: () => session.getBookmark() };
      },
    } as unknown as D1Database,
    take() {
      const taken = { ...cost };
      Object.assign(cost, { rows: 0, trips: 0 });
      return taken;
    },
    takeWritten() {
      const taken = written;
      written = 0;
      return taken;
    },
  };
}
