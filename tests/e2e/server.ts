import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { readDomainFiles } from "#scripts/data.ts";
import { startProduct } from "#scripts/product.ts";
import { listenForSql } from "#tests/setup/sql.ts";
import { FEATURES } from "#worker/domains/features.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Port of the product under test. */
    port: number;
    sql: number;
  }
}

/** One built Worker with 600 demo members for all journeys, on a temporary store. */
export default async function setup(project: TestProject) {
  const data = mkdtempSync(join(tmpdir(), "liaison-e2e-"));
  const { port, db, local } = await startProduct({
    port: 0,
    data,
    domains: domainFiles(),
    members: 600,
    vars: { CALL_LIMITS: "off", PASSWORD_COST: "test" },
  });
  project.provide("port", port);
  const sql = await listenForSql(db);
  project.provide("sql", sql.port);
  return async () => {
    sql.server.close();
    await local.dispose();
    rmSync(data, { recursive: true, force: true });
  };
}

/**
 * The demo domains, plus the default one at other hosts with all settings and features on. One host is an address, since
 * Node does not resolve names under `localhost`.
 */
function domainFiles() {
  const files = readDomainFiles();
  const file = files.find(({ hosts }) => hosts.includes("localhost"));
  if (!file) throw new Error("no default domain");
  const settings = {
    ...file.settings,
    push_public_key: "BElGCiB7YlRXOoAHkSGSR9hbyMTuLTLOGQpXq1GGvAr2p3GT0Sv0YVZmFNXxuAKYYNPE8TpdTUFuFZ5tjBk7z5s",
    member_resell: "https://cams.example.org/live",
  };
  const full = { ...file, id: "full", hosts: ["full.localhost", "127.0.0.1"], preview: [...FEATURES], settings };
  return [...files.map((one) => (one === file ? { ...file, hosts: ["localhost"] } : one)), full];
}
