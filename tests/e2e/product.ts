import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { startProduct } from "#scripts/product.ts";

// Each test file has a Worker and a store of its own: no journey meets what another file left.
const data = mkdtempSync(join(tmpdir(), "liaison-e2e-"));
cpSync(inject("template"), data, { recursive: true });
const { local, db, port } = await startProduct({
  port: 0,
  data,
  domains: inject("domains"),
  // The copied store has its members.
  members: 0,
  vars: { CALL_LIMITS: "off", PASSWORD_COST: "test" },
});

afterAll(async () => {
  await local.dispose();
  rmSync(data, { recursive: true, force: true });
});

/** Port of the product under test. */
export { port };

/** Runs SQL on the served store, for states that no call reaches. */
export async function sql<T>(text: string, ...values: unknown[]): Promise<T[]> {
  const { results } = await db
    .prepare(text)
    .bind(...values)
    .all<T>();
  return results;
}
