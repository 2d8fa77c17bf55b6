import { AsyncLocalStorage } from "node:async_hooks";
import { retryingReads } from "./d1-reads.ts";

const running = new AsyncLocalStorage<{ of: D1Database; session: D1DatabaseSession }>();

/** Queries of `work` belong to the session, those of a statement prepared before it do not. */
export function inSession<T>(of: D1Database, session: D1DatabaseSession, work: () => T): T {
  return running.run({ of, session }, work);
}

/** Asks the session around the query; without one, the primary. A failed read is tried once more. */
export function bySession(d1: D1Database): D1Database {
  const primary = retryingReads(d1);
  const sessions = new WeakMap<D1DatabaseSession, D1DatabaseSession>();
  const here = () => {
    const current = running.getStore();
    if (current?.of !== d1) return primary;
    const known = sessions.get(current.session) ?? retryingReads(current.session);
    sessions.set(current.session, known);
    return known;
  };
  return Object.assign(Object.create(d1) as D1Database, {
    prepare: (query: string) => here().prepare(query),
    batch: <T>(statements: D1PreparedStatement[]) => here().batch<T>(statements),
  });
}
