import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { applyDomains, migrate, readDomainFiles } from "../../scripts/data.ts";
import { createLocal } from "../../scripts/miniflare.ts";
import type { DomainFile } from "../../worker/domains/settings.ts";

export interface Instance {
  port: number;
  db: D1Database;
  /** Ends it; its store goes with it. */
  stop(): Promise<void>;
}

/** Both sides of a pair know it, so that the one believes what the other says of a visitor. */
const VARS = { UPSTREAM_KEY: "known to both" };

/** The built product with these domains and nobody in it. */
export async function startInstance(files: DomainFile[] = readDomainFiles()): Promise<Instance> {
  const data = mkdtempSync(join(tmpdir(), "liaison-"));
  const local = createLocal({ port: 0, data, vars: VARS, outbound: relay });
  const { port } = await local.ready;
  const db = (await local.getD1Database("DB")) as unknown as D1Database;
  await migrate(db);
  await applyDomains(db, files, Date.now());
  return {
    port: Number(port),
    db,
    async stop() {
      await local.dispose();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The file of the default domain, its calls passed to an upstream. */
export function proxiedDomain(upstream: string, changes: Partial<DomainFile> = {}, timeout_ms = 8000): DomainFile {
  const file = readDomainFiles().find(({ hosts }) => hosts.includes("localhost"));
  if (!file) throw new Error("no domain file for localhost");
  return { ...file, ...changes, api: { mode: "proxy", upstream, timeout_ms } };
}

/** Carries a Worker's request to a server on this machine, and nowhere else. */
async function relay(request: Request): Promise<Response> {
  const { hostname } = new URL(request.url);
  if (hostname !== "localhost" && hostname !== "127.0.0.1") throw new Error(`outbound fetch to ${hostname}`);
  const body = request.body === null ? undefined : await request.arrayBuffer();
  const {
    status,
    headers,
    body: answer,
  } = await fetch(request.url, { method: request.method, headers: [...request.headers], body, redirect: "manual" });
  return new Response(answer, { status, headers });
}
