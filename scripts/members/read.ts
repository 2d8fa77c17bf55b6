import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { DomainError } from "#scripts/domain/options.ts";
import { alovoa } from "./readers/alovoa.ts";
import { csvLines, readMapping } from "./readers/csv.ts";
import { loadDump } from "./readers/dump.ts";
import { oxwall } from "./readers/oxwall.ts";
import { ph7 } from "./readers/ph7.ts";
import type { Reader, ReadOptions } from "./readers/reader.ts";

const READERS: Record<string, Reader> = { pH7Builder: ph7, Alovoa: alovoa, SkaDate: oxwall, Oxwall: oxwall };
const SYSTEMS = [...Object.keys(READERS), "csv"];

export interface Reading {
  out: string;
  source: string;
  country: string;
  files: string;
  map: string;
}

/** Makes a file of docs/operating/import.md from a dump of another system. The same dump gives the same file. */
export async function readDump(system: string, file: string, reading: Reading): Promise<void> {
  const name = SYSTEMS.find((one) => one.toLowerCase() === system.toLowerCase());
  if (!name) throw new DomainError(`Known are ${SYSTEMS.join(", ")}.`);
  if (!existsSync(file)) throw new DomainError(`There is no file ${file}.`);
  if (existsSync(reading.out)) throw new DomainError(`There is a file ${reading.out} already.`);
  if (!reading.source) throw new DomainError("Say --source: the name of the old site, as members know it.");
  const left = new Map<string, number>();
  const options: ReadOptions = {
    ...reading,
    files: relative(dirname(resolve(reading.out)), resolve(reading.files)),
    secrets: process.env,
    keep: (one, bytes) => keepPicture(reading, one, bytes),
    left: (reason) => void left.set(reason, (left.get(reason) ?? 0) + 1),
  };
  const counts = await write(reading, await linesOf(name, file, reading, options)).catch((error: unknown) => {
    rmSync(`${reading.out}.part`, { force: true });
    throw error instanceof Error && !(error instanceof TypeError) ? new DomainError(error.message) : error;
  });
  const told = Object.entries(counts.types).map(([type, count]) => `${count} ${type === "like" ? "likes" : `${type}s`}`);
  console.log(`✓ ${reading.out}: ${told.join(", ")}, ${counts.messages} messages
  SHA-256 ${counts.sha256}`);
  for (const [reason, count] of left) console.log(`  left out: ${count} ${reason}`);
  console.log(`  Next: npm run members -- import ${reading.out} --site <id> --dry-run`);
}

async function linesOf(name: string, file: string, { map, out }: Reading, options: ReadOptions) {
  if (name === "csv") {
    if (!map) throw new DomainError("Say --map: a JSON file that names the columns (docs/operating/import.md#from-a-csv-file).");
    return csvLines(file, readMapping(map));
  }
  const reader = READERS[name] as Reader;
  const path = `${out}.reading`;
  rmSync(path, { force: true });
  const db = await loadDump(file, reader.tables, path);
  return (function* () {
    try {
      yield* reader.lines(db, options);
    } finally {
      db.close();
      rmSync(path, { force: true });
    }
  })();
}

async function write({ out, source }: Reading, lines: Iterable<object> | AsyncIterable<object>) {
  const hash = createHash("sha256");
  const types: Record<string, number> = {};
  let messages = 0;
  const part = openSync(`${out}.part`, "w", 0o600);
  const add = (line: object) => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    writeSync(part, text);
  };
  add({ type: "source", name: source });
  for await (const line of lines) {
    const { type, messages: said = [] } = line as { type: string; messages?: object[] };
    types[type] = (types[type] ?? 0) + 1;
    messages += said.length;
    add(line);
  }
  closeSync(part);
  renameSync(`${out}.part`, out);
  return { types, messages, sha256: hash.digest("hex") };
}

/** Pictures that stood in the dump lie in a folder beside the file. */
function keepPicture({ out }: Reading, name: string, bytes: Uint8Array): string {
  const folder = `${out.replace(/\.ndjson$/, "")}-photos`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, name), bytes, { mode: 0o600 });
  return relative(dirname(out), join(folder, name));
}
