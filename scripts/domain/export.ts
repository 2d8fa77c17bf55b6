import { appendFileSync, closeSync, existsSync, openSync, renameSync, rmSync, truncateSync, writeSync } from "node:fs";
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
    let count = done.size;
    for (const object of objects) {
      if (done.has(object)) continue;
      const answer = await ask(`objects/${object}`);
      const data = Buffer.from(await answer.arrayBuffer());
      const type = answer.headers.get("content-type") ?? "";
      const owner = answer.headers.get(OWNER_HEADER);
      append(part, { object, type, ...(owner && { owner }), sha256: hashOf(data), data: data.toString("base64") });
      count++;
    }
    append(part, { end: true, objects: count });
    renameSync(part, file);
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
  const objects = await objectsOf(rows, ask);
  const sums = Object.fromEntries(names.map((name) => [name, sumOf(rows[name] ?? [])]));
  write({ tables: sums, objects, head: hashOfHead(head) });
  closeSync(open);
  return { objects, done: new Set<string>() };
}

/** Messages leave the objects that hold old ones: the other deployment archives them anew. */
async function unarchive(rows: Record<string, Row[]>, ask: Ask): Promise<void> {
  const sent = new Set<string>();
  for (const conversation of rows.conversations ?? []) {
    const old = await archivedOf(conversation, ask);
    rows.messages?.push(...old);
    for (const { sender_id, client_id } of old) sent.add(`${sender_id} ${client_id}`);
    if (old[0]) conversation.oldest_at = old[0].created_at ?? null;
    conversation.archived_seq = 0;
  }
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

async function objectsOf(rows: Record<string, Row[]>, ask: Ask): Promise<string[]> {
  const all = [rows.photos, rows.chat_photos, rows.verifications].flatMap((found) => found ?? []);
  const keys = all.flatMap(({ key }) => (typeof key === "string" ? [key] : []));
  const lists: string[][] = [];
  for (const key of keys) lists.push((await (await ask(`objects?prefix=${encodeURIComponent(`${key}.`)}`)).json()) as string[]);
  return lists.flat();
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
