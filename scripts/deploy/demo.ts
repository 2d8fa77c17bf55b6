import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DEMO_LOGINS, DEMO_PASSWORD } from "#demo/logins.ts";
import { readDomainFiles } from "#scripts/data.ts";
import { localStore } from "#scripts/database.ts";
import { hashForSeed } from "#scripts/password.ts";
import { prepareStore } from "#scripts/product.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { dumpOf } from "./dump.ts";

const MEMBERS = 120;

export interface Demo {
  dump: string;
  /** List for `wrangler r2 bulk put`. */
  photos: string;
}

export function previewDomain(host: string): DomainFile {
  const file = readDomainFiles().find(({ id }) => id === "liaison");
  if (!file) throw new Error("no domain file liaison");
  return { ...file, alternates: {}, hosts: [host], settings: { ...file.settings, domain: host } };
}

export async function makeDemo(folder: string, domain: DomainFile, pepper: string): Promise<Demo> {
  rmSync(folder, { recursive: true, force: true });
  const data = join(folder, "store");
  await prepareStore({ data, domains: [domain], members: MEMBERS });
  const [path] = globSync("d1/*/*.sqlite", { cwd: data, exclude: (name) => name.endsWith("metadata.sqlite") });
  const db = new DatabaseSync(join(data, path ?? ""));
  const emails = JSON.stringify(DEMO_LOGINS.map(({ email }) => email));
  db.prepare("UPDATE accounts SET password_hash = ? WHERE email IN (SELECT value FROM json_each(?))").run(
    hashForSeed(DEMO_PASSWORD, undefined, pepper),
    emails,
  );
  const [dump, photos] = [join(folder, "demo.sql"), join(folder, "photos.json")];
  writeFileSync(dump, dumpOf(db), { mode: 0o600 });
  const keys = db.prepare("SELECT DISTINCT key FROM photos").all() as { key: string }[];
  db.close();
  const { download } = localStore(data);
  mkdirSync(join(folder, "photos"));
  const files = keys.map(({ key }) => ({ key: `${key}.full`, file: join(folder, "photos", `${key}.full`) }));
  const there = files.filter(({ key, file }) => download(key, file));
  writeFileSync(photos, JSON.stringify(there));
  return { dump, photos };
}
