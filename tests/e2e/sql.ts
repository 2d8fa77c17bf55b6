import { expect, inject } from "vitest";

/** Runs SQL on the served store, for states that no call reaches. */
export async function sql<T>(text: string, ...values: unknown[]): Promise<T[]> {
  const body = JSON.stringify({ sql: text, values });
  const answer = await fetch(`http://127.0.0.1:${inject("sql")}/`, { method: "POST", body });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T[];
}
