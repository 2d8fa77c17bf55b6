import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import type { D1Database } from "@cloudflare/workers-types";
import type { StoredPicture } from "#scripts/picture-store.ts";
import { PREFIXES } from "#worker/backoffice/transfer/transfer.ts";
import { domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import { writeRows } from "./export-rows.ts";
import { inOrder, progress } from "./in-order.ts";
import { type Head, hashOf, type Line, linesOf } from "./niche-file.ts";
import type { Row } from "./niche-tables.ts";
import { withOperatorKey } from "./operator-key.ts";
import { DomainError, type Options, originGiven } from "./options.ts";
import { openPictures, type Pictures } from "./pictures.ts";
import { openStores } from "./stores.ts";

/** Lists under way at a time. */
const LISTS_AT_ONCE = 8;

/** Writes a pool with its domains, members, photos, chats and books into one file. Started again, it goes on. */
export async function exportNiche([id = "", file = ""]: string[], options: Options): Promise<void> {
  if (existsSync(file)) throw new DomainError(`There is a file ${file} already.`);
  const stores = await openStores(options);
  const db = await stores.having("SELECT 1 FROM domains WHERE id = ?1", id);
  const domains = await domainsBeside(db, id);
  const part = `${file}.part`;
  await withOperatorKey(stores.primary, originGiven(options, domains[0]), async (ask) => {
    const pictures = openPictures(options, ask);
    const begun = await resumePart(part, domains[0]?.pool ?? "");
    const { objects, done } = begun ?? {
      objects: await writeRows(part, db, { domains, ask, objectsOf: (rows) => objectsOf(rows, part, pictures) }),
      done: new Set<string>(),
    };
    const count = await writePictures(part, objects, done, pictures);
    renameSync(part, file);
    rmSync(`${file}.names`, { force: true });
    console.log(`✓ ${file}: ${domains.map((domain) => domain.id).join(", ")} with ${count} objects
  It holds everything that members wrote and showed. Keep it encrypted, and delete it when it is imported.`);
  });
}

/** All domains of the pool: its members know each other. */
async function domainsBeside(db: D1Database, id: string): Promise<Head["domains"]> {
  const { results } = await db
    .prepare("SELECT settings FROM domains WHERE pool = (SELECT pool FROM domains WHERE id = ?1) ORDER BY id <> ?1, id")
    .bind(id)
    .all<{ settings: string }>();
  if (results.length === 0) throw new DomainError(`There is no domain "${id}" in this database.`);
  return results.map(({ settings }) => domainFileSchema.parse(JSON.parse(settings)));
}

/** Names of all pictures. `FILE.names` keeps them for a run after a kill. */
async function objectsOf(rows: readonly Row[], part: string, pictures: Pictures): Promise<string[]> {
  const all = rows.flatMap(({ key, pose, document }) => [key, pose, document].filter((one) => typeof one === "string"));
  // Demo members share pictures.
  const keys = [...new Set(all)];
  const names = `${part.replace(/\.part$/, "")}.names`;
  const known = existsSync(names) ? knownNames(readFileSync(names, "utf8")) : new Map<string, string[]>();
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length < keys.length)
    console.log(`▸ Going on with ${names}: ${keys.length - missing.length} of ${keys.length} photos are known`);
  const tell = progress("photos asked for their sizes", keys.length, keys.length - missing.length);
  const some = Array.from({ length: Math.ceil(missing.length / PREFIXES) }, (_, n) =>
    missing.slice(n * PREFIXES, (n + 1) * PREFIXES),
  );
  await inOrder(
    some,
    LISTS_AT_ONCE,
    async (keys) => ({ keys, sizes: await pictures.sizesOf(keys) }),
    ({ keys, sizes }) => {
      const found = keys.map((key, n) => [key, sizes[n] ?? []] as const).filter(([, sizes]) => sizes.length > 0);
      // What has no size is asked again by the next run: it may name another store.
      appendFileSync(names, found.map((one) => `${JSON.stringify(one)}\n`).join(""), { mode: 0o600 });
      for (const [key, sizes] of found) known.set(key, sizes);
      for (const _ of keys) tell();
    },
  );
  mustHaveSizes(keys.length, keys.filter((key) => known.has(key)).length, pictures.from);
  return keys.flatMap((key) => known.get(key) ?? []);
}

/** A wrong store answers as an empty one. @throws DomainError */
function mustHaveSizes(photos: number, found: number, from: string): void {
  if (photos === found) return;
  if (found === 0)
    throw new DomainError(
      `None of the ${photos} photos has a picture in ${from}: is it the right one? Nothing was exported. docs/operating/moving.md`,
    );
  console.log(`▸ Without any picture in ${from}, and not in the file: ${photos - found} of ${photos} photos`);
}

/** Behind the rows of the file. Returns how many are in it. */
async function writePictures(
  part: string,
  objects: readonly string[],
  done: ReadonlySet<string>,
  pictures: Pictures,
): Promise<number> {
  const missing = objects.filter((object) => !done.has(object));
  const tell = progress(`pictures from ${pictures.from}`, objects.length, done.size);
  const open = openSync(part, "a");
  const write = (line: Line) => void writeSync(open, `${JSON.stringify(line)}\n`);
  let count = done.size;
  await inOrder(
    missing,
    pictures.atOnce,
    async (object) => lineOf(object, await pictures.read(object)),
    (line) => {
      if (line) write(line);
      count += line ? 1 : 0;
      tell();
    },
  );
  const isWrong = count === 0 && objects.length > 0;
  if (!isWrong) write({ end: true, objects: count });
  closeSync(open);
  pictures.close();
  if (isWrong) throw new DomainError(`None of the ${objects.length} pictures is in ${pictures.from}: is it the right one?`);
  if (count < objects.length) console.log(`▸ Erased meanwhile, and not in the file: ${objects.length - count} pictures`);
  return count;
}

/** Without a torn last line. */
function knownNames(text: string): Map<string, string[]> {
  const lines = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as [string, string[]]).filter(([, sizes]) => sizes.length > 0));
}

function lineOf(object: string, picture: StoredPicture | null): Line | null {
  if (!picture) return null;
  const { data, ...facts } = picture;
  return { object, ...facts, sha256: hashOf(data), data: data.toString("base64") };
}

/** State of an interrupted export; null if the rows must be read again. Side effect: cuts off a torn last line. */
async function resumePart(part: string, pool: string) {
  if (!existsSync(part)) return null;
  let objects: string[] | null = null;
  const done = new Set<string>();
  let whole = 0;
  for await (const { line, end } of linesOf(part)) {
    if ("liaison" in line && line.pool !== pool)
      throw new DomainError(`${part} is of the pool ${line.pool}. Delete it, or name another file.`);
    if ("tables" in line) objects = line.objects;
    if ("object" in line) done.add(line.object);
    if (!("end" in line)) whole = end;
  }
  if (!objects) return null;
  truncateSync(part, whole);
  console.log(`▸ Going on with ${part}: ${done.size} of ${objects.length} objects are there`);
  return { objects, done };
}
