import { AsyncLocalStorage } from "node:async_hooks";

const running = new AsyncLocalStorage<{ of: D1Database; session: D1DatabaseSession }>();

/** Queries of `work` belong to the session, those of a statement prepared before it do not. */
export function inSession<T>(of: D1Database, session: D1DatabaseSession, work: () => T): T {
  return running.run({ of, session }, work);
}

/** Asks the session around the query; without one, the primary. */
export function bySession(d1: D1Database): D1Database {
  const here = () => {
    const current = running.getStore();
    return current?.of === d1 ? current.session : d1;
  };
  return Object.assign(Object.create(d1) as D1Database, {
    prepare: (query: string) => here().prepare(query),
    batch: <T>(statements: D1PreparedStatement[]) => here().batch<T>(statements),
  });
}
