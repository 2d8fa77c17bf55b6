import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import type { Ports, Served } from "./product-process.ts";

// Each test file has a Worker and a store of its own: no journey meets what another file left.
const data = mkdtempSync(join(tmpdir(), "liaison-e2e-"));
cpSync(inject("template"), data, { recursive: true });

// In a process of its own: Miniflare answers a request's bindings in Node, beside a busy test.
const child = fork(join(import.meta.dirname, "product-process.ts"), { execArgv: [] });
const ended = once(child, "exit");
child.send({ data, domains: inject("domains") } satisfies Served);
const ports = await Promise.race([once(child, "message") as Promise<[Ports]>, ended.then(([code]) => code as number)]);
if (!Array.isArray(ports)) throw new Error(`the product ended with code ${ports}`);

/** Port of the product under test. */
export const { port } = ports[0];
const endpoint = `http://127.0.0.1:${ports[0].sql}`;

afterAll(async () => {
  child.disconnect();
  await ended;
  rmSync(data, { recursive: true, force: true });
});

/** Runs the cron's tasks once. */
export async function runCron(): Promise<void> {
  child.send("cron");
  await once(child, "message");
}

/** Runs SQL on the served store, for states that no call reaches. */
export async function sql<T>(text: string, ...values: unknown[]): Promise<T[]> {
  const answer = await fetch(endpoint, { method: "POST", body: JSON.stringify({ sql: text, values }) });
  return (await answer.json()) as T[];
}
