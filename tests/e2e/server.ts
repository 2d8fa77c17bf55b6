import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { applyDomains, migrate, readDomainFiles } from "../../scripts/data.ts";
import { createLocal } from "../../scripts/miniflare.ts";
import { seed } from "../../scripts/seed-data.ts";
import { listenForSql } from "../setup/sql.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Port of the product under test. */
    port: number;
    /** Where a test may write what no call of this product writes: SQL for the store of that product. */
    sql: number;
  }
}

/** One built Worker with 600 demo members for all journeys; its store goes with it. */
export default async function setup(project: TestProject) {
  const data = mkdtempSync(join(tmpdir(), "liaison-e2e-"));
  const local = createLocal({ port: 0, data });
  const url = await local.ready;
  const db = (await local.getD1Database("DB")) as never;
  await migrate(db);
  await applyDomains(db, [...readDomainFiles(), fullDomain()], Date.now());
  await seed({ db, photos: (await local.getR2Bucket("PHOTOS")) as never, members: 600, now: Date.now() });
  project.provide("port", Number(url.port));
  const sql = await listenForSql(db);
  project.provide("sql", sql.port);
  return async () => {
    sql.server.close();
    await local.dispose();
    rmSync(data, { recursive: true, force: true });
  };
}

/** The default domain again, at a host of its own, with the settings that no demo domain has. */
function fullDomain() {
  const file = readDomainFiles().find(({ hosts }) => hosts.includes("localhost"));
  if (!file) throw new Error("no default domain");
  const settings = {
    ...file.settings,
    push_public_key: "BElGCiB7YlRXOoAHkSGSR9hbyMTuLTLOGQpXq1GGvAr2p3GT0Sv0YVZmFNXxuAKYYNPE8TpdTUFuFZ5tjBk7z5s",
    member_resell: "https://cams.example.org/live",
  };
  return { ...file, id: "full", hosts: ["full.localhost"], settings };
}
