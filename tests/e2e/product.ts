import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, inject } from "vitest";
import type { Ports } from "./product-process.ts";

/** Port of the product under test: of the running file. */
export let port = 0;
export let pushService = "";
let endpoint = "";
let store = "";

interface Product {
  data: string;
  ports: Ports;
}

/** Of this process: its files without traces share it. */
let shared: Promise<Product> | undefined;

/** Starts the Worker on a store of the running file, or of its process: no journey meets what another file left. */
export async function startForFile({ share }: { share: boolean }): Promise<void> {
  if (share) shared ??= start();
  const product = await ((share && shared) || start());
  store = product.data;
  ({ port, push: pushService } = product.ports);
  endpoint = `http://127.0.0.1:${product.ports.sql}`;
  if (share) return;
  afterAll(async () => {
    await ask("DELETE", product.data);
    rmSync(product.data, { recursive: true, force: true });
  });
}

/** The run removes the stores that are left, with their template. */
async function start(): Promise<Product> {
  const template = inject("template");
  const data = mkdtempSync(join(dirname(template), "store-"));
  cpSync(template, data, { recursive: true });
  return { data, ports: JSON.parse(await ask("POST", data)) as Ports };
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
