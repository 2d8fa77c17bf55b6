import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { readDomainFiles } from "#scripts/data.ts";
import { lockData } from "#scripts/data-lock.ts";
import { databaseFile, localStore } from "#scripts/database.ts";
import { applyDomains } from "#scripts/domains.ts";
import { noteDatabases } from "#scripts/local-databases.ts";
import { freePort } from "#scripts/ports.ts";
import { prepareStore, type ServeOptions, serveStore } from "#scripts/product.ts";
import { readyDomains } from "#tools/brand/store.ts";
import { newSecret } from "#worker/platform/ids.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { LocalNoun } from "#worker/sites/domains/nouns.vocabulary.ts";
import type { SqlDoor } from "./sql.ts";

export interface Instance {
  port: number;
  db: D1Database;
  /** Path of the store. */
  data: string;
  sql: SqlDoor;
  database(name: string): D1Database;
  /** Runs the cron once. */
  tick(): Promise<void>;
  /** Stops the instance and deletes its store. */
  stop(): Promise<void>;
}

const ROOT = join(import.meta.dirname, "../..");

/** Both instances share the key: the upstream trusts the proxy's visitor headers. */
const VARS = { UPSTREAM_KEY: "known to both", PASSWORD_COST: "test" };

/** A migrated store without domains, which all instances of a run copy; processes started later know it too. */
export async function prepareTemplate(): Promise<() => void> {
  const data = mkdtempSync(join(tmpdir(), "liaison-template-"));
  await prepareStore({ data, domains: [], members: 0 });
  process.env.STORE_TEMPLATE = data;
  return () => rmSync(data, { recursive: true, force: true });
}

/** The same with the product's domains, for instances that get no others: a start then needs no second runtime. */
export async function prepareDomains(): Promise<() => void> {
  const data = copyTemplate();
  await applyTo(data, readDomainFiles());
  process.env.DOMAINS_TEMPLATE = data;
  return () => rmSync(data, { recursive: true, force: true });
}

/** As `npm run domain -- apply` writes into the store of a product that is stopped. */
async function applyTo(data: string, domains: DomainFile[]): Promise<void> {
  const { db } = localStore(data);
  await applyDomains(db, await readyDomains(domains, db), Date.now());
}

/** Path of a copy of the template. */
export function copyTemplate(data = mkdtempSync(join(tmpdir(), "liaison-")), template = process.env.STORE_TEMPLATE): string {
  if (template) cpSync(template, data, { recursive: true });
  return data;
}

/**
 * A copy of the template with these domains, and with databases beside the first one, which nothing serves yet. For
 * pool-place.test.ts `prepareStore` makes the second database, as `npm start -- --database DB_2` does.
 */
export async function copyWithDomains(domains: DomainFile[], data?: string, databases: readonly string[] = []): Promise<string> {
  const copy = copyTemplate(data);
  const folder = join(copy, "d1/miniflare-D1DatabaseObject");
  const first = databaseFile("DB");
  // With the log of writes beside it. Empty databases are equal: to migrate another one takes a runtime and a second.
  const parts = readdirSync(folder).filter((name) => name.startsWith(first));
  for (const name of noteDatabases(copy, databases))
    for (const part of parts) copyFileSync(join(folder, part), join(folder, part.replace(first, databaseFile(name))));
  await applyTo(copy, domains);
  return copy;
}

/** The built product with these domains and no members, served as by `npm start`, on a copy of the template if there is one. */
export async function startInstance(
  given?: DomainFile[],
  { vars, databases, onLog, domainsNow }: Pick<ServeOptions, "vars" | "databases" | "onLog" | "domainsNow"> = {},
): Promise<Instance> {
  const filled = given || databases ? undefined : process.env.DOMAINS_TEMPLATE;
  const domains = given ?? readDomainFiles();
  const template = process.env.STORE_TEMPLATE;
  const data = filled || !template ? copyTemplate(undefined, filled) : await copyWithDomains(domains, undefined, databases);
  const port = await freePort();
  const lock = lockData(data, port);
  const sqlKey = newSecret(32);
  if (!template) await prepareStore({ data, domains, members: 0, databases });
  const store = { port, data, domains, sqlKey };
  const { local, tick } = await serveStore({ ...store, vars: { ...VARS, ...vars }, databases, onLog, domainsNow });
  lock.noteSqlKey(sqlKey);
  const database = (name: string) => localStore(data, name).db;
  return {
    port,
    db: database("DB"),
    data,
    sql: { port, key: sqlKey },
    database,
    tick,
    async stop() {
      await local.dispose();
      lock.release();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

interface Proxying {
  /** The default outlasts an upload on a busy machine. */
  timeout_ms?: number;
  /** Nouns answered by the proxying instance. */
  local?: LocalNoun[];
}

/** The default domain in proxy mode. */
export function proxiedDomain(
  upstream: string,
  changes: Partial<DomainFile> = {},
  { timeout_ms = 30_000, local = [] }: Proxying = {},
): DomainFile {
  const file = readDomainFiles().find(({ hosts }) => hosts.includes("localhost"));
  if (!file) throw new Error("no domain file for localhost");
  return { ...file, ...changes, api: { mode: "proxy", upstream, timeout_ms, local } };
}

export function command(
  script: "domain" | "audit" | "pool",
  { port, data }: Pick<Instance, "port" | "data">,
  ...words: string[]
): Promise<{ code: number; output: string }> {
  const ports = script !== "audit" ? ["--port", String(port)] : [];
  const all = [`scripts/${script}.ts`, ...words, ...ports, "--data", data];
  return new Promise((resolve) => {
    execFile(process.execPath, all, { cwd: ROOT, env: { ...process.env, NODE_NO_WARNINGS: "1" } }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}
