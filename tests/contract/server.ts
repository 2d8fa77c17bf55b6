import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { applyDomains, migrate, readDomainFiles } from "../../scripts/data.ts";
import { createLocal } from "../../scripts/miniflare.ts";
import type { DomainFile } from "../../worker/domains/settings.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Port of the instance that answers itself, and of the one that passes everything to it. */
    local: number;
    proxy: number;
    /** Where the upstream of `broken.localhost` should be: a test may listen there. */
    fake: number;
    /** Where a test may write what no call of this product writes yet: SQL for the instance that has the members. */
    sql: number;
  }
}

/** How long the proxy waits for the upstream of `broken.localhost`, in milliseconds. */
export const FAKE_TIMEOUT = 700;

/** One instance in local mode, and one in proxy mode before it. */
export default async function setup(project: TestProject) {
  const vars = { UPSTREAM_KEY: "known to both" };
  const files = readDomainFiles();
  const behind = await start(files, vars);
  const fake = await freePort();
  const [first] = files.filter(({ hosts }) => hosts.includes("localhost"));
  if (!first) throw new Error("no domain file for localhost");
  const front = await start(
    [
      { ...first, api: { mode: "proxy", upstream: `http://localhost:${behind.port}`, timeout_ms: 8000 } },
      { ...first, id: "broken", pool: "broken", hosts: ["broken.localhost"], api: { mode: "proxy", upstream: `http://127.0.0.1:${fake}/base/`, timeout_ms: FAKE_TIMEOUT } },
    ],
    vars,
  );
  project.provide("local", behind.port);
  project.provide("proxy", front.port);
  project.provide("fake", fake);
  const sql = await listen(behind.db);
  project.provide("sql", sql.port);
  return async () => {
    sql.server.close();
    await Promise.all([front.stop(), behind.stop()]);
  };
}

async function start(files: DomainFile[], vars: Record<string, string>) {
  const data = mkdtempSync(join(tmpdir(), "liaison-contract-"));
  const local = createLocal({ port: 0, data, vars, outbound: relay });
  const { port } = await local.ready;
  const db = (await local.getD1Database("DB")) as never;
  await migrate(db);
  await applyDomains(db, files, Date.now());
  return {
    port: Number(port),
    db: db as D1,
    async stop() {
      await local.dispose();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

interface D1 {
  prepare(sql: string): { bind(...values: unknown[]): { run(): Promise<unknown> } };
}

/** Runs `{ sql, values }` for whoever posts it: the tests, on this machine. */
async function listen(db: D1) {
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { sql, values } = JSON.parse(Buffer.concat(chunks).toString()) as { sql: string; values: unknown[] };
    await db.prepare(sql).bind(...values).run();
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as { port: number }).port };
}

/** Carries a Worker's request to a server on this machine, and nowhere else. */
async function relay(request: Request): Promise<Response> {
  const { hostname } = new URL(request.url);
  if (hostname !== "localhost" && hostname !== "127.0.0.1") throw new Error(`outbound fetch to ${hostname}`);
  const body = request.body === null ? undefined : await request.arrayBuffer();
  const { status, headers, body: answer } = await fetch(request.url, { method: request.method, headers: [...request.headers], body, redirect: "manual" });
  return new Response(answer, { status, headers });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
