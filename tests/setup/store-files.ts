import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** What a local store holds, as text by place: `d1 messages`, `MessageArchive messages`, `r2 blob`. */
export function contentsOf(data: string): Map<string, string> {
  const copy = mkdtempSync(join(tmpdir(), "liaison-copy-"));
  try {
    copyLive(data, copy);
    const found = new Map<string, string>();
    const add = (place: string, text: string) => found.set(place, `${found.get(place) ?? ""}${text}\n`);
    const files = readdirSync(copy, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const file of files) {
      const path = join(file.parentPath, file.name);
      if (/\.sqlite-(wal|shm)$/.test(path)) continue;
      const place = placeOf(relative(copy, path));
      if (path.endsWith(".sqlite")) for (const [table, text] of rowsOf(path)) add(`${place} ${table}`, text);
      else add(place, readFileSync(path, "latin1"));
    }
    return found;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** The product goes on meanwhile: journals and emptied objects may be gone before their turn. */
function copyLive(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, path));
    if (entry.isDirectory()) mkdirSync(target, { recursive: true });
    else copyUnlessGone(path, target);
  }
}

function copyUnlessGone(path: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  try {
    copyFileSync(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** `v3/do/liaison-MessageArchive/<id>.sqlite` is of `liaison-MessageArchive`. */
function placeOf(path: string): string {
  return (
    path
      .split("/")
      .slice(0, -1)
      .filter((part) => !/^(v\d+|[0-9a-f]{64})$/.test(part))
      .join("/") || basename(path)
  );
}

/** A SELECT, not the file's bytes: free pages keep what was deleted. */
function* rowsOf(path: string): Generator<[string, string]> {
  const database = new DatabaseSync(path);
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'").all();
    for (const { name } of tables) {
      const all = database.prepare(`SELECT * FROM "${name}"`);
      all.setReadBigInts(true);
      const rows = all.all();
      yield [String(name), rows.map((row) => Object.values(row).map(textOf).join("\t")).join("\n")];
    }
  } finally {
    database.close();
  }
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
}
