import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect } from "vitest";
import { applyDomains } from "#scripts/domains.ts";
import type { DrawnDomain } from "#scripts/icons/draw.ts";
import { testDomains } from "./domains.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
      TEST_DOMAINS: unknown[];
      TEST_ICONS: Record<string, Omit<DrawnDomain, "file">>;
    }
  }
}

interface SchemaPart {
  type: string;
  name: string;
  sql: string;
}

// Each test file loads this setup again; the runtime and globalThis persist.
const runtime = globalThis as { migrated?: SchemaPart[] };

/** Migrates once per runtime; each file starts with empty tables, the domains and an empty bucket. */
beforeAll(async () => {
  await emptyBucket(env.PHOTOS);
  if (runtime.migrated) await makeAnew(runtime.migrated);
  else {
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
    runtime.migrated = await schema();
  }
  await applyDomains(env.DB, testDomains(), Date.now());
});

async function emptyBucket(bucket: R2Bucket): Promise<void> {
  const { objects, truncated } = await bucket.list();
  if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
  if (truncated) await emptyBucket(bucket);
}

async function schema(): Promise<SchemaPart[]> {
  const { results } = await env.DB.prepare(
    "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name NOT GLOB 'sqlite_*' AND tbl_name NOT GLOB '_cf_*' AND tbl_name <> 'd1_migrations' ORDER BY rowid",
  ).all<SchemaPart>();
  expect(results.length).toBeGreaterThan(0);
  return results;
}

/** Recreates every table, in reverse order of creation: faster than deleting rows. */
async function makeAnew(parts: SchemaPart[]): Promise<void> {
  const present = (await schema()).reverse();
  const namesOf = (type: string) => present.filter((part) => part.type === type).map(({ name }) => `"${name}"`);
  const order = ["table", "index", "trigger"];
  await env.DB.batch(
    [
      "PRAGMA defer_foreign_keys = on",
      // Dropping a table deletes referring rows, which fires triggers, so these go first.
      ...namesOf("trigger").map((name) => `DROP TRIGGER ${name}`),
      ...namesOf("table").map((name) => `DROP TABLE ${name}`),
      ...parts.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type)).map(({ sql }) => sql),
    ].map((statement) => env.DB.prepare(statement)),
  );
}
