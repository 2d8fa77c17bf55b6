/** D1 that adds up what its queries cost. */
export interface Counted {
  db: D1Database;
  /** Rows read and round trips since the last call. */
  take(): { rows: number; trips: number };
}

/** The same database through a counter: `meta.rows_read` of every answer, and how often it was asked. */
export function counted(db: D1Database): Counted {
  const cost = { rows: 0, trips: 0 };
  const originals = new WeakMap<object, D1PreparedStatement>();

  async function asked<T extends D1Result | D1Result[]>(question: Promise<T>): Promise<T> {
    cost.trips++;
    const result = await question;
    for (const one of [result].flat()) cost.rows += one.meta.rows_read;
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
      // `raw` answers without meta, so what it costs is asked a second time: of a query that only reads.
      raw: async () => {
        if (/^\s*select/i.test(query)) await asked(statement.all());
        else cost.trips++;
        return statement.raw();
      },
    } as unknown as D1PreparedStatement;
    originals.set(wrapped, statement);
    return wrapped;
  }
  return {
    db: {
      prepare: (query: string) => wrap(db.prepare(query), query),
      batch: (statements: D1PreparedStatement[]) => asked(db.batch(statements.map((one) => originals.get(one) ?? one))),
    } as unknown as D1Database,
    take() {
      const taken = { ...cost };
      Object.assign(cost, { rows: 0, trips: 0 });
      return taken;
    },
  };
}
