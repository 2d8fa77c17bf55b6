import { expect, inject } from "vitest";
import type { Statement } from "#tests/setup/member-rows.ts";

export const shared = () => ({ local: inject("local"), proxy: inject("proxy"), sql: inject("sql") });

/** Ports that this test file uses: of the shared instances, unless the file puts its own here. */
export const served = shared();

/** Runs statements on the instance with the members as one transaction; returns the rows of each. */
export async function inStore<T>(...statements: Statement[]): Promise<T[][]> {
  const answer = await fetch(`http://127.0.0.1:${served.sql}/`, { method: "POST", body: JSON.stringify(statements) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T[][];
}
