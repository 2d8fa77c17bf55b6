import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect } from "vitest";
import { applyDomains } from "#scripts/domains.ts";
import type { DrawnDomain } from "#worker/sites/pwa/draw.ts";
import { askOwnStore } from "./d1.ts";
import { testDomains } from "./domains.ts";
import { knownDomains } from "./known-domains.ts";

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
  table: string;
  sql: string;
}

/** SQLite in Workers reads at most 100 columns in one statement. */
const COLUMNS = 50;
/** Of one table: deleting more takes longer than creating every table. */
const FEW_ROWS = 1000;

// Each test file loads this setup again; the runtime and globalThis persist.
const runtime = globalThis as { migrated?: SchemaPart[]; domains?: DrawnDomain[]; applied?: string };

/** Migrates once per runtime; each file starts with empty tables, the domains and an empty bucket. */
beforeAll(async () => {
  await emptyBucket(env.PHOTOS);
  let stayed = false;
  if (runtime.migrated) stayed = await makeAnew(runtime.migrated);
  else {
    askOwnStore();
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
    runtime.migrated = await schema();
  }
  runtime.domains ??= testDomains();
  // Icons are the most of it by far.
  await applyDomains(env.DB, stayed ? runtime.domains.map((one) => ({ ...one, icons: [] })) : runtime.domains, Date.now());
  if (!stayed) runtime.applied = await sites();
  knownDomains.clear();
});

async function emptyBucket(bucket: R2Bucket): Promise<void> {
  const { objects, truncated } = await bucket.list();
  if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
  if (truncated) await emptyBucket(bucket);
}

/** Domains, and what shows that their icons are those that were applied. */
async function sites(): Promise<string> {
  const [domains, icons] = await env.DB.batch([
    env.DB.prepare("SELECT * FROM domains ORDER BY id"),
    env.DB.prepare("SELECT domain_id, path, version, length(data) FROM domain_icons ORDER BY domain_id, path"),
  ]);
  return JSON.stringify([domains?.results, icons?.results]);
}

async function schema(): Promise<SchemaPart[]> {
  const { results } = await env.DB.prepare(
    "SELECT type, name, tbl_name AS 'table', sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name NOT GLOB 'sqlite_*' AND tbl_name NOT GLOB '_cf_*' AND tbl_name <> 'd1_migrations' ORDER BY rowid",
  ).all<SchemaPart>();
  expect(results.length).toBeGreaterThan(0);
  return results;
}

/** True where the domains with their icons stayed, as no test changed them. */
async function makeAnew(migrated: SchemaPart[]): Promise<boolean> {
  const present = await schema();
  const unchanged = JSON.stringify(textsOf(present)) === JSON.stringify(textsOf(migrated));
  const rows = unchanged ? await rowsOf(present.filter(({ type }) => type === "table").map(({ name }) => name)) : new Map();
  if (unchanged && Math.max(...rows.values()) < FEW_ROWS) return empty(present, rows);
  await recreate(migrated, present);
  return false;
}

const textOf = ({ sql }: SchemaPart) => sql;

/** Whether a trigger is of deletions: only these run while tables are emptied. */
const isOfDelete = ({ sql }: SchemaPart) => /^CREATE TRIGGER \S+ (?:(?:BEFORE|AFTER) )?DELETE\b/i.test(sql);
const placeOf = (trigger: SchemaPart) => `${trigger.table} ${isOfDelete(trigger)}`;

/** SQLite fires the triggers of one table and event in an order that follows from that of their creation. */
function textsOf(parts: SchemaPart[]): string[] {
  const others = parts.filter(({ type }) => type !== "trigger");
  const triggers = parts.filter(({ type }) => type === "trigger");
  const byPlace = triggers.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : Number(placeOf(a) > placeOf(b))));
  return [...others.map(textOf).sort(), ...byPlace.map(textOf)];
}

/** At most FEW_ROWS of each table. */
async function rowsOf(tables: string[]): Promise<Map<string, number>> {
  const count = (name: string) => `(SELECT count(*) FROM (SELECT 1 FROM "${name}" LIMIT ${FEW_ROWS})) AS "${name}"`;
  const parts = Array.from({ length: Math.ceil(tables.length / COLUMNS) }, (_, part) =>
    tables.slice(part * COLUMNS, (part + 1) * COLUMNS),
  );
  const answers = await env.DB.batch<Record<string, number>>(
    parts.map((part) => env.DB.prepare(`SELECT ${part.map(count).join(", ")}`)),
  );
  const rows = new Map(answers.flatMap(({ results }) => Object.entries(results[0] ?? {})));
  expect(rows.size).toBe(tables.length);
  return rows;
}

/** Deletes all rows, also those that work left behind by the last file writes meanwhile. */
async function empty(parts: SchemaPart[], rows: Map<string, number>): Promise<boolean> {
  // The long ones, of insertions and updates, take five times as long to make anew.
  const triggers = parts.filter((part) => part.type === "trigger" && isOfDelete(part) && (rows.get(part.table) ?? 0) > 0);
  const stayed = (await sites()) === runtime.applied;
  const kept = stayed ? ["domains", "domain_icons"] : [];
  const tables = parts.filter(({ type, name }) => type === "table" && !kept.includes(name)).reverse();
  await runTogether([
    "PRAGMA defer_foreign_keys = on",
    ...triggers.map(({ name }) => `DROP TRIGGER "${name}"`),
    ...tables.map(({ name }) => `DELETE FROM "${name}"`),
    "DELETE FROM sqlite_sequence",
    ...triggers.map(textOf),
  ]);
  return stayed;
}

async function recreate(migrated: SchemaPart[], present: SchemaPart[]): Promise<void> {
  const order = ["table", "index", "trigger"];
  await runTogether([
    ...present.filter(({ type }) => type === "trigger").map(({ name }) => `DROP TRIGGER "${name}"`),
    ...[...referringFirst(present.filter(({ type }) => type === "table"))].map((name) => `DROP TABLE "${name}"`),
    ...migrated.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type)).map(textOf),
  ]);
}

/** Dropping a table that another one refers to deletes its rows one by one. */
function referringFirst(tables: SchemaPart[]): Set<string> {
  const ordered = new Set<string>();
  const visited = new Set<string>();
  const visit = ({ name }: SchemaPart) => {
    if (visited.has(name)) return;
    visited.add(name);
    for (const other of tables) if (new RegExp(`REFERENCES [\`"]?${name}\\b`, "i").test(other.sql)) visit(other);
    ordered.add(name);
  };
  for (const table of tables) visit(table);
  return ordered;
}

/** The local D1 takes several statements as one, up to 100 kB, in half the time. */
async function runTogether(statements: string[]): Promise<void> {
  const texts = [""];
  for (const statement of statements) {
    if ((texts.at(-1)?.length ?? 0) + statement.length > 50_000) texts.push("");
    texts.push(`${texts.pop()}${statement};\n`);
  }
  await env.DB.batch(texts.map((text) => env.DB.prepare(text)));
}
