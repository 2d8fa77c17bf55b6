import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, inject } from "vitest";
import type { Statement } from "#tests/setup/member-rows.ts";
import { runAt, type SqlDoor } from "#tests/setup/sql.ts";

/** Port of the product under test: of the running file. */
export let port = 0;
export let pushService = "";
let door: SqlDoor = { port: 0, key: "" };
let store = "";

export interface Ports {
  port: number;
  /** Key of worker/server/dev/sql.ts. */
  sqlKey: string;
  /** Origin of the push service on loopback. */
  push: string;
}

interface Product {
  data: string;
  ports: Ports;
}

/** Of this process: its files without traces share it. */
let shared: Promise<Product> | undefined;

/** Starts the Worker on a store of the running file, or of its process: no journey meets what another file left. */
export async function startForFile({ share, vars = {} }: { share: boolean; vars?: Record<string, string> }): Promise<void> {
  if (share) shared ??= start();
  const product = await ((share && shared) || start(vars));
  store = product.data;
  ({ port, push: pushService } = product.ports);
  door = { port, key: product.ports.sqlKey };
  if (share) return;
  afterAll(async () => {
    await ask("DELETE", product.data);
    rmSync(product.data, { recursive: true, force: true });
  });
}

/** The run removes the stores that are left, with their template. */
async function start(vars: Record<string, string> = {}): Promise<Product> {
  const template = inject("template");
  const data = mkdtempSync(join(dirname(template), "store-"));
  cpSync(template, data, { recursive: true });
  return { data, ports: JSON.parse(await ask("POST", data, vars)) as Ports };
}

async function ask(method: "POST" | "PUT" | "DELETE", data: string, vars: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams({ vars: JSON.stringify(vars) });
  const answer = await fetch(`http://127.0.0.1:${inject("products")}/?${query}`, { method, body: data });
  const said = await answer.text();
  expect(answer.status, said).toBe(200);
  return said;
}

/** Runs the cron's tasks once. */
export async function runCron(): Promise<void> {
  await ask("PUT", store);
}

/** Runs SQL on the served store, for states that no call reaches. */
export async function sql<T>(text: string, ...values: unknown[]): Promise<T[]> {
  const [rows = []] = await runAt<T>(door, [{ sql: text, values }]);
  return rows;
}

/** The same with several statements, as one transaction. */
export async function insert(rows: Statement[]): Promise<void> {
  await runAt(door, rows);
}
