import { inject } from "vitest";
import type { Statement } from "#tests/setup/member-rows.ts";
import { runAt } from "#tests/setup/sql.ts";

export const shared = () => ({ local: inject("local"), proxy: inject("proxy"), sql: inject("sql") });

/** Ports that this test file uses: of the shared instances, unless the file puts its own here. */
export const served = shared();

/** Runs statements on the instance with the members as one transaction; returns the rows of each. */
export function inStore<T>(...statements: Statement[]): Promise<T[][]> {
  return runAt(served.sql, statements);
}
