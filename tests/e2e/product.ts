import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject } from "vitest";
import type { Ports } from "./product-process.ts";

/** Port of the product under test: of the running file. */
export let port = 0;
export let pushService = "";
let endpoint = "";
let store = "";

/** Starts the Worker on a store of the running file: no journey meets what another file left. */
export async function startForFile(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "liaison-e2e-"));
  cpSync(inject("template"), data, { recursive: true });
  const ports = JSON.parse(await ask("POST", data)) as Ports;
  port = ports.port;
  pushService = ports.push;
  store = data;
  endpoint = `http://127.0.0.1:${ports.sql}`;
  afterAll(async () => {
    await ask("DELETE", data);
    rmSync(data, { recursive: true, force: true });
  });
}

async function ask(method: "POST" | "PUT" | "DELETE", data: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${inject("products")}`, { method, body: data });
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
  const answer = await fetch(endpoint, { method: "POST", body: JSON.stringify({ sql: text, values }) });
  const rows = await answer.json();
  expect(answer.status, String(rows)).toBe(200);
  return rows as T[];
}
