import { copyFileSync, existsSync, globSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { StoreError } from "#scripts/sql-text.ts";

export interface Copied {
  databases: number;
  pictures: number;
  /** Of them in an earlier copy, with which they share the disk. */
  shared: number;
}

interface Copying {
  pictures?: boolean;
  /** A copy whose pictures are shared. */
  earlier?: string | null;
}

/** Copied in this order: what a row points to comes after the row, and so is there. */
const ORDER = ["d1", "do", "kv", "r2"];
const FOLDERS = new Set(ORDER);

/**
 * Copies a store, also while its server runs: readers do not stop the writer of a database in WAL mode. Pictures never change, so
 * that a later copy shares their files with an earlier one.
 *
 * @throws StoreError
 */
export async function copyStore(data: string, to: string, { pictures = true, earlier = null }: Copying = {}): Promise<Copied> {
  if (existsSync(to)) throw new StoreError(`${to} is there already.`);
  const part = `${to}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  const folders = readdirSync(data, { withFileTypes: true }).filter((entry) => FOLDERS.has(entry.name));
  const names = folders.map(({ name }) => name).sort((a, b) => orderOf(a) - orderOf(b));
  let databases = 0;
  for (const name of names)
    for (const file of globSync(`${name}/**/*.sqlite`, { cwd: data }).sort()) {
      await copyDatabase(join(data, file), join(part, file));
      databases++;
    }
  const counted = { pictures: 0, shared: 0 };
  for (const file of pictures ? globSync("{r2,kv}/*/blobs/*", { cwd: data }) : []) {
    const there = earlier === null ? null : join(earlier, file);
    mkdirSync(dirname(join(part, file)), { recursive: true, mode: 0o700 });
    try {
      if (there && existsSync(there)) linkSync(there, join(part, file));
      else copyFileSync(join(data, file), join(part, file));
    } catch (error) {
      // Erased meanwhile; the index of pictures may still name it, as after a restore.
      if ((error as NodeJS.ErrnoException).code === "ENOENT") continue;
      throw error;
    }
    counted.pictures++;
    if (there && existsSync(there)) counted.shared++;
  }
  for (const { name } of readdirSync(data, { withFileTypes: true }).filter((entry) => entry.isFile()))
    if (KEPT.has(name)) copyFileSync(join(data, name), join(part, name));
  renameSync(part, to);
  return { databases, ...counted };
}

/** Notes of the store, without the lock and its holder. */
const KEPT = new Set(["databases.json", "own.json"]);

function orderOf(name: string): number {
  const index = ORDER.indexOf(name);
  return index === -1 ? ORDER.length : index;
}

async function copyDatabase(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
  try {
    // All pages in one step: between steps, each write of another process would begin the copy anew.
    await backup(source, to, { rate: 2 ** 30 });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  const [found] = copy.prepare("PRAGMA quick_check(1)").all();
  copy.close();
  if (Object.values(found ?? {})[0] !== "ok") throw new StoreError(`The copy of ${from} is damaged. Is the disk sound?`);
}
