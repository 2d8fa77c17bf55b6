import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { DOMAINS, readDomainFiles } from "#scripts/data.ts";
import { applyDomains } from "#scripts/domains.ts";
import { isDeployed } from "#scripts/own/own-store.ts";
import { mustBeginNoSeriesTwice } from "#scripts/pool/series.ts";
import { time } from "#scripts/terminal.ts";
import { readText } from "#scripts/text-file.ts";
import { writeFolder } from "#tools/brand/restore.ts";
import { readyDomains } from "#tools/brand/store.ts";
import { describeDifference, differences } from "#worker/sites/domains/differences.ts";
import { type DomainFile, domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import { filesOf } from "./files.ts";
import { DomainError, deployable, type Options, operator } from "./options.ts";
import { mustBePulled, mustNotContradict } from "./standings.ts";
import { openStores } from "./stores.ts";
import { withoutDefaults } from "./without-defaults.ts";

interface Version {
  number: number;
  settings: string;
  applied_at: number;
  by: string;
}

const VERSIONS = "SELECT number, settings, applied_at, by FROM domain_versions WHERE domain_id = ?1 ORDER BY number DESC";
const FOLLOWS = "a running site follows within 30 seconds";

export async function diff(wanted: string[], options: Options): Promise<void> {
  const [file] = targetFiles(wanted, options);
  if (!file) return;
  const db = await (await openStores(options)).of(file.pool);
  const [applied] = await versionsOf(db, file.id);
  if (!applied) return console.log(`${file.id} is not applied yet: all of it is new.`);
  const found = differences(readStored(applied), file);
  if (found.length === 0) return console.log(`${file.id} is applied as its file says (version ${applied.number}).`);
  console.log(`${file.id}: version ${applied.number} → the file\n${found.map(describeDifference).join("\n")}`);
}

export async function apply(wanted: string[], options: Options): Promise<void> {
  const files = targetFiles(wanted, options);
  const stores = await openStores(options);
  const gone: string[] = [];
  const groups = await stores.groups(files);
  await mustBeginNoSeriesTwice(groups);
  await mustNotContradict(
    groups.map(([db]) => db),
    { files, only: wanted.length > 0, yes: options.yes },
  );
  for (const [db, some] of groups) await mustBePulled(db, some);
  const before = new Map<string, number>();
  for (const { id, pool } of files) before.set(id, (await versionsOf(await stores.of(pool), id))[0]?.number ?? 0);
  for (const [db, some] of groups) {
    if (wanted.length === 0) gone.push(...(await sitesBeside(db, some)));
    await applyDomains(db, await readyDomains(some, db), Date.now(), { by: operator(), only: wanted.length > 0 });
  }
  await stores.refresh(files.map(({ pool }) => pool));
  for (const { id, pool, hosts } of files) {
    const [now, earlier] = await versionsOf(await stores.of(pool), id);
    console.log(`✓ ${id}: version ${now?.number} on ${hosts.join(", ")}${changedIn(now, earlier, before.get(id))}`);
  }
  for (const id of gone) console.log(`– ${id}: has no file, so its hosts show no site. Its members and versions stay.`);
  console.log(`${FOLLOWS[0]?.toUpperCase()}${FOLLOWS.slice(1)}; a new host is there at once.`);
}

function changedIn(now: Version | undefined, earlier: Version | undefined, before: number | undefined): string {
  if (now?.number === before) return ": nothing changed";
  if (!now || !earlier) return "";
  const { length } = differences(readStored(earlier), readStored(now));
  return ` (${length} ${length === 1 ? "field" : "fields"} changed in it)`;
}

async function sitesBeside(db: D1Database, files: DomainFile[]): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT id FROM domains WHERE id NOT IN (SELECT value FROM json_each(?1)) ORDER BY id")
    .bind(JSON.stringify(files.map(({ id }) => id)))
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

export async function history(wanted: string[], options: Options): Promise<void> {
  const id = idOf(wanted);
  const db = await (await openStores(options)).having(VERSIONS, id);
  const versions = await versionsOf(db, id);
  if (versions.length === 0) throw new DomainError(`No version of ${id} is kept here.`);
  const rows = versions.map((version, index) => {
    const earlier = versions[index + 1];
    const changed = earlier ? differences(readStored(earlier), readStored(version)) : [];
    const what = earlier ? changed.map(({ path }) => path.replace(/^settings\./, "")).join(", ") : "first";
    return { version: version.number, applied: time(version.applied_at), by: version.by, changed: what.slice(0, 80) };
  });
  console.table(rows);
}

/** Applies an earlier version as a new one. */
export async function restore(words: string[], options: Options): Promise<void> {
  const [id, number] = [idOf(words), Number(words[1])];
  const stores = await openStores(options);
  const db = await stores.having(VERSIONS, id);
  const versions = await versionsOf(db, id);
  const wanted = versions.find((version) => version.number === number);
  if (!wanted)
    throw new DomainError(`${id} has no version ${words[1]}; it has ${versions.map((one) => one.number).join(", ") || "none"}.`);
  const file = readStored(wanted);
  const groups = await stores.groups([file]);
  await mustBeginNoSeriesTwice(groups);
  await mustNotContradict(
    groups.map(([db]) => db),
    { files: [file], only: true, yes: options.yes },
  );
  await applyDomains(db, await readyDomains([file], db), Date.now(), { by: `${operator()}, restored ${number}`, only: true });
  await stores.refresh([file.pool]);
  const [now] = await versionsOf(db, id);
  console.log(`✓ ${id}: version ${now?.number} is version ${number} again; ${FOLLOWS}.`);
  if (options.write) await write(file, db, `version ${number}`);
  else console.log(`The file is as it was: the next apply, or npm start, brings its state back. --write restores it too.`);
}

/** Writes the site as it is into its file and folder, after changes in the browser. @throws DomainError */
export async function pull(wanted: string[], options: Options): Promise<void> {
  const id = idOf(wanted);
  const db = await (await openStores(options)).having(VERSIONS, id);
  const versions = await versionsOf(db, id);
  const [newest] = versions;
  if (!newest) throw new DomainError(`No version of ${id} is kept here.`);
  const own = readDomainFiles().find((file) => file.id === id);
  // A file that no version says holds work that the pull would lose.
  const isKnown = !own || versions.some(({ settings }) => settings === JSON.stringify(own));
  if (!isKnown && !options.yes) {
    const found = differences(readStored(newest), own).map(describeDifference).join("\n");
    throw new DomainError(`The file of ${id} has changes that were never applied:\n${found}\nSay --yes to lose them.`);
  }
  await write(readStored(newest), db, `version ${newest.number}`);
  await db
    .prepare("UPDATE domain_versions SET pulled_at = ?2 WHERE domain_id = ?1 AND staff_id IS NOT NULL AND pulled_at IS NULL")
    .bind(id, Date.now())
    .run();
}

async function write(file: DomainFile, db: D1Database, version: string): Promise<void> {
  const path = pathOf(file.id);
  const { words: _, ...written } = withoutDefaults(file);
  writeFileSync(path, `${JSON.stringify(written, null, 2)}\n`);
  const { written: folder, gone } = await writeFolder(path.replace(/\.json$/, ""), file, db);
  console.log(`✓ ${path}${folder ? " and its folder say" : " says"} what ${version} says.`);
  if (gone.length > 0) console.log(`– deleted from the folder, not in ${version}: ${gone.join(", ")}`);
}

async function versionsOf(db: D1Database, id: string): Promise<Version[]> {
  return (await db.prepare(VERSIONS).bind(id).all<Version>()).results;
}

/** An earlier build may have stored it: the defaults of this build are added. @throws DomainError */
function readStored({ settings, number }: Version): DomainFile {
  const { data, error } = domainFileSchema.safeParse(JSON.parse(settings));
  if (data) return data;
  const [issue] = error.issues;
  throw new DomainError(`Version ${number} does not fit this build: ${issue?.path.join(".")}: ${issue?.message}`);
}

/** @throws DomainError */
function targetFiles(wanted: string[], options: Options): DomainFile[] {
  const files = filesOf(wanted);
  const target = isDeployed(options) ? deployable(files) : files;
  const left = files.filter(({ id }) => !target.some((file) => file.id === id)).map(({ id }) => id);
  if (target.length === 0 || (wanted.length > 0 && left.length > 0))
    throw new DomainError(
      `${left.join(", ")} ${left.length === 1 ? "is" : "are"} of this machine (*.localhost). Put the host of your site into hosts.`,
    );
  if (left.length > 0) console.log(`${left.join(", ")}: left out, of this machine (*.localhost)`);
  return target;
}

function idOf([wanted = ""]: string[]): string {
  try {
    return filesOf([wanted])[0]?.id ?? wanted;
  } catch {
    return wanted; // a removed domain keeps its versions
  }
}

function pathOf(id: string): string {
  const names = readdirSync(DOMAINS).filter((name) => name.endsWith(".json") && name !== "schema.json" && name !== "deploy.json");
  const own = names.find((name) => JSON.parse(readText(join(DOMAINS, name))).id === id);
  const path = join(DOMAINS, own ?? `${id}.json`);
  if (!own && existsSync(path)) throw new DomainError(`db/domains/${id}.json is of another domain.`);
  return path;
}
