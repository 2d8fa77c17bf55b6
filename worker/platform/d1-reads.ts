import { log } from "./log.ts";

const READS = /^\s*(?:SELECT|WITH)\b/i;
const WRITES = /\b(?:INSERT\s+INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM)\b/i;

type Reading = Pick<D1DatabaseSession, "prepare" | "batch">;

/** Tries a failed read once more: one lost trip fails no page. Nothing that writes is repeated. */
export function retryingReads<T extends Reading>(d1: T): T {
  const reads = new WeakSet<D1PreparedStatement>();

  function readable(statement: D1PreparedStatement): D1PreparedStatement {
    reads.add(statement);
    const { bind, all, first, raw, run } = statement;
    return Object.assign(statement, {
      bind: (...values: unknown[]) => readable(bind.apply(statement, values)),
      all: () => onceMore(() => all.call(statement)),
      first: (...column: [string?]) => onceMore(() => first.apply(statement, column as never)),
      raw: (...options: [object?]) => onceMore(() => raw.apply(statement, options as never)),
      run: () => onceMore(() => run.call(statement)),
    });
  }

  return Object.assign(Object.create(d1) as T, {
    prepare(query: string) {
      const statement = d1.prepare(query);
      return isRead(query) ? readable(statement) : statement;
    },
    batch(statements: D1PreparedStatement[]) {
      const run = () => d1.batch(statements);
      return statements.every((one) => reads.has(one)) ? onceMore(run) : run();
    },
  });
}

/** True for a database that did not answer, or has no tables yet; false for a statement that it refused. */
export function isAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/^D1_\w*ERROR/.test(cause.message)) return !isRefused(cause.message) || cause.message.includes("no such table");
  return false;
}

function isRefused(message: string): boolean {
  return /SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|TOOBIG|AUTH)/.test(message);
}

async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && isRefused(error.message)) throw error;
    log("warn", "read tried again", { error });
    return work();
  }
}

function isRead(query: string): boolean {
  return READS.test(query) && !WRITES.test(query);
}
