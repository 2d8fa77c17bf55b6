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
import { getTableColumns } from "drizzle-orm";
import { messages } from "#db/schema/index.ts";
import { OWNER_HEADER } from "#worker/backoffice/transfer/transfer.ts";
import { newId } from "#worker/platform/ids.ts";
import { domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import { type Head, hashOf, hashOfHead, type Line, linesOf, rowLines, sumOf } from "./niche-file.ts";
import { NICHE_TABLES, type Row, selectRows } from "./niche-tables.ts";
import { type Ask, withOperatorKey } from "./operator-key.ts";
import { DomainError, type Options, originGiven } from "./options.ts";
import { openStores } from "./stores.ts";

/** Requests under way at a time. */
const AT_ONCE = 8;
/** In ms. */
const TELL_EVERY = 5_000;

/** Writes a pool with its domains, members, photos, chats and books into one file. Started again, it goes on. */
export async function exportNiche([id = "", file = ""]: string[], options: Options): Promise<void> {
  if (existsSync(file)) throw new DomainError(`There is a file ${file} already.`);
  const stores = await openStores(options);
  const db = await stores.having("SELECT 1 FROM domains WHERE id = ?1", id);
  const domains = await domainsBeside(db, id);
  const part = `${file}.part`;
  await withOperatorKey(stores.primary, originGiven(options, domains[0]), async (ask) => {
    const begun = await resumePart(part, domains[0]?.pool ?? "");
    const { objects, done } = begun ?? (await writeRows(part, db, domains, ask));
    const missing = objects.filter((object) => !done.has(object));
    const tell = progress("pictures", objects.length, done.size);
    await inOrder(
      missing,
      AT_ONCE,
      async (object) => lineOf(object, await ask(`objects/${object}`)),
      (line) => {
        append(part, line);
        tell();
      },
    );
    const count = objects.length;
    append(part, { end: true, objects: count });
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

async function writeRows(part: string, db: D1Database, domains: Head["domains"], ask: Ask) {
  const pool = domains[0]?.pool ?? "";
  const names = Object.keys(NICHE_TABLES);
  const ids = JSON.stringify(domains.map(({ id }) => id));
  console.log("▸ Reading the rows");
  // One transaction: the tables fit together.
  const answers = await db.batch<Row>([
    db.prepare("SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1"),
    ...names.map((name) => selectRows(db, name, pool, ids)),
  ]);
  const [migrations, ...tables] = answers.map(({ results }) => results);
  const rows = Object.fromEntries(names.map((name, index) => [name, tables[index] ?? []]));
  for (const row of rows.profiles ?? []) row.slot = null;
  await unarchive(rows, ask);
  const { print } = (await (await ask("secret")).json()) as { print: string };
  const migration = String(migrations?.[0]?.name);
  rmSync(part, { force: true });
  const open = openSync(part, "wx", 0o600);
  const write = (line: Line) => void writeSync(open, `${JSON.stringify(line)}\n`);
  const head: Head = { liaison: 1, id: newId(), pool, at: Date.now(), domains, migration, secret: print };
  write(head);
  for (const name of names) for (const line of rowLines(name, rows[name] ?? [])) write(line);
  const objects = await objectsOf(rows, part, ask);
  const sums = Object.fromEntries(names.map((name) => [name, sumOf(rows[name] ?? [])]));
  write({ tables: sums, objects, head: hashOfHead(head) });
  closeSync(open);
  return { objects, done: new Set<string>() };
}

/** Messages leave the objects that hold old ones: the other deployment archives them anew. */
async function unarchive(rows: Record<string, Row[]>, ask: Ask): Promise<void> {
  const sent = new Set<string>();
  const begun = (rows.conversations ?? []).filter(({ archived_seq }) => Number(archived_seq) > 0);
  const tell = progress("conversations read from the archive", begun.length, 0);
  await inOrder(
    begun,
    AT_ONCE,
    async (one) => ({ one, old: await archivedOf(one, ask) }),
    ({ one, old }) => {
      for (const message of old) rows.messages?.push(message);
      for (const { sender_id, client_id } of old) sent.add(`${sender_id} ${client_id}`);
      if (old[0]) one.oldest_at = old[0].created_at ?? null;
      one.archived_seq = 0;
      tell();
    },
  );
  for (const chat of rows.held_chats ?? []) {
    for (const { conversation_id, seq, sender_id, type, text, created_at } of (await archivedOf(chat, ask)) as Held[])
      rows.held_messages?.push({ conversation_id, seq, sender_id, type, text, created_at });
    chat.archived_seq = 0;
  }
  rows.archived_sends = (rows.archived_sends ?? []).filter((row) => !sent.has(`${row.sender_id} ${row.client_id}`));
}

type Held = Record<"conversation_id" | "seq" | "sender_id" | "type" | "text" | "created_at", Row[string]>;
const COLUMNS = Object.entries(getTableColumns(messages)).map(([key, { name }]) => [key, name] as const);

/** Archived messages, keyed by the column names of D1. */
async function archivedOf({ id, archived_seq }: Row, ask: Ask): Promise<Row[]> {
  const end = Number(archived_seq);
  const found: Row[] = [];
  for (let after = 0; after < end; ) {
    const page = (await (await ask(`archive/${id}?after=${after}`)).json()) as Row[];
    const old = page.filter((message) => Number(message.seq) <= end);
    for (const message of old) found.push(Object.fromEntries(COLUMNS.map(([key, name]) => [name, message[key] ?? null])));
    after = old.length === 0 ? end : Number(old.at(-1)?.seq);
  }
  return found;
}

/** Names of all pictures. Each photo has to be asked for its sizes; `FILE.names` keeps them for a run after a kill. */
async function objectsOf(rows: Record<string, Row[]>, part: string, ask: Ask): Promise<string[]> {
  const all = [rows.photos, rows.chat_photos, rows.verifications, rows.age_checks].flatMap((found) => found ?? []);
  const keys = all.flatMap(({ key, pose, document }) => [key, pose, document].filter((one) => typeof one === "string"));
  const names = `${part.replace(/\.part$/, "")}.names`;
  const known = existsSync(names) ? knownNames(readFileSync(names, "utf8")) : new Map<string, string[]>();
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length < keys.length)
    console.log(`▸ Going on with ${names}: ${keys.length - missing.length} of ${keys.length} photos are known`);
  const tell = progress("photos asked for their sizes", keys.length, keys.length - missing.length);
  const found = async (key: string) => (await (await ask(`objects?prefix=${encodeURIComponent(`${key}.`)}`)).json()) as string[];
  await inOrder(
    missing,
    AT_ONCE,
    async (key) => [key, await found(key)] as const,
    ([key, sizes]) => {
      known.set(key, sizes);
      appendFileSync(names, `${JSON.stringify([key, sizes])}\n`, { mode: 0o600 });
      tell();
    },
  );
  return keys.flatMap((key) => known.get(key) ?? []);
}

/** Without a torn last line. */
function knownNames(text: string): Map<string, string[]> {
  const lines = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as [string, string[]]));
}

/** Several at a time. Results are taken in their order, so that a file of them can be resumed. */
async function inOrder<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<R>,
  take: (result: R) => void,
): Promise<void> {
  const waiting: Promise<R>[] = [];
  for (const [index, one] of all.entries()) {
    const begun = work(one);
    // Its turn to be awaited comes later, and a refusal must not end the process before.
    begun.catch(() => {});
    waiting.push(begun);
    if (waiting.length === atOnce || index === all.length - 1)
      for (let next = waiting.shift(); next; next = index === all.length - 1 ? waiting.shift() : undefined) take(await next);
  }
}

/** Says every few seconds how far the export is. */
function progress(what: string, total: number, done: number): () => void {
  const since = Date.now();
  const before = done;
  let told = since;
  return () => {
    done++;
    const now = Date.now();
    if (now - told < TELL_EVERY && done < total) return;
    told = now;
    const left = Math.round((((now - since) / (done - before)) * (total - done)) / 1000);
    console.log(`  ${done} of ${total} ${what}${done < total ? `, about ${left} s left` : ""}`);
  };
}

async function lineOf(object: string, answer: Response): Promise<Line> {
  const data = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get("content-type") ?? "";
  const owner = answer.headers.get(OWNER_HEADER);
  return { object, type, ...(owner && { owner }), sha256: hashOf(data), data: data.toString("base64") };
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

function append(part: string, line: Line): void {
  appendFileSync(part, `${JSON.stringify(line)}\n`);
}
