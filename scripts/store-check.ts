import { closeSync, globSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "./sql-text.ts";

const HEADER = 100;
const MAGIC = "SQLite format 3\0";

/** Files that are no databases any more, or were cut. Reads one page of each. @throws StoreError */
export function mustBeWhole(data: string): void {
  const damaged = storeFiles(data).find((path) => !isWhole(join(data, path)));
  if (damaged) throw unreadable(data, damaged);
}

/** The error of a file that is damaged within; null where all are sound. Reads everything. */
export function damageIn(data: string): StoreError | null {
  const damaged = storeFiles(data).find((path) => !isSound(join(data, path)));
  return damaged ? unreadable(data, damaged) : null;
}

function unreadable(data: string, path: string): StoreError {
  return new StoreError(
    `The database in ${data} cannot be read (${path} is damaged). Move the folder away, or restore a backup (docs/operating/backup.md).`,
  );
}

function storeFiles(data: string): string[] {
  return globSync("{d1,r2,kv}/*/*.sqlite", { cwd: data }).sort();
}

/** https://www.sqlite.org/fileformat.html#the_database_header */
function isWhole(path: string): boolean {
  const { size } = statSync(path);
  // Its pages are still in the write-ahead log.
  if (size === 0) return true;
  const header = Buffer.alloc(HEADER);
  const file = openSync(path, "r");
  readSync(file, header, 0, HEADER, 0);
  closeSync(file);
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) return false;
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  return size >= pageSize * header.readUInt32BE(28);
}

function isSound(path: string): boolean {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    const found = db.prepare("PRAGMA quick_check(1)").get();
    db.close();
    return Object.values(found ?? {})[0] === "ok";
  } catch {
    return false;
  }
}
