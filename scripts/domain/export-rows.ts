import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { setImmediate as pause } from "node:timers/promises";
import type { D1Database } from "@cloudflare/workers-types";
import { getTableColumns } from "drizzle-orm";
import { messages } from "#db/schema/index.ts";
import { withRows } from "#scripts/snapshot.ts";
import { newId } from "#worker/platform/ids.ts";
import { counting, inOrder, progress } from "./in-order.ts";
import { createSum, type Head, hashOfHead, type Line, rowLines, type Sum } from "./niche-file.ts";
import { NICHE_TABLES, type Row, rowsQuery } from "./niche-tables.ts";
import type { Ask } from "./operator-key.ts";

/** Requests under way at a time. */
const AT_ONCE = 8;
const PICTURES = ["photos", "chat_photos", "verifications", "age_checks"];
const MIGRATION = "migration";
/** Lines between two turns of others. */
const PAUSE = 100;

type Each = (name: string) => Iterable<Row>;

/** Writes head, rows and sums of a pool. `objectsOf` finds the names of all pictures. Returns these. */
export async function writeRows(
  part: string,
  db: D1Database,
  { domains, ask, objectsOf }: { domains: Head["domains"]; ask: Ask; objectsOf(pictures: Row[]): Promise<string[]> },
): Promise<string[]> {
  const pool = domains[0]?.pool ?? "";
  const ids = JSON.stringify(domains.map(({ id }) => id));
  console.log("▸ Reading the rows");
  const { print } = (await (await ask("secret")).json()) as { print: string };
  const queries = Object.fromEntries(Object.keys(NICHE_TABLES).map((name) => [name, rowsQuery(name, pool, ids)]));
  const last = { sql: "SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1", values: [] };
  // One state: the tables fit together.
  return withRows(db, { [MIGRATION]: last, ...queries }, async (each) => {
    const old = await readArchive(each, ask);
    rmSync(part, { force: true });
    const open = openSync(part, "wx", 0o600);
    const write = (line: Line) => void writeSync(open, `${JSON.stringify(line)}\n`);
    const [last] = [...each(MIGRATION)];
    const head: Head = { liaison: 1, id: newId(), pool, at: Date.now(), domains, migration: String(last?.name), secret: print };
    write(head);
    const sums: Record<string, Sum> = {};
    const pictures: Row[] = [];
    const tell = counting("rows written");
    let lines = 0;
    for (const name of Object.keys(NICHE_TABLES)) {
      const { add, sum } = createSum();
      for (const line of rowLines(name, counted(name, each, old, add, pictures))) {
        write(line);
        tell(line.rows.length);
        // Connections that end meanwhile are noticed.
        if (++lines % PAUSE === 0) await pause();
      }
      sums[name] = sum();
    }
    const objects = await objectsOf(pictures);
    write({ tables: sums, objects, head: hashOfHead(head) });
    closeSync(open);
    return objects;
  });
}

function* counted(name: string, each: Each, old: Archived, add: (row: Row) => void, pictures: Row[]): Generator<Row> {
  for (const row of moved(name, each, old)) {
    add(row);
    if (PICTURES.includes(name)) pictures.push(row);
    yield row;
  }
}

/** The rows of a table as they are in the file. */
function* moved(name: string, each: Each, { messages, held, oldest, sent }: Archived): Generator<Row> {
  for (const row of each(name)) {
    // A slot is a number of the database.
    if (name === "profiles") yield { ...row, slot: null };
    else if (name === "conversations")
      yield { ...row, archived_seq: 0, oldest_at: oldest.get(String(row.id)) ?? row.oldest_at ?? null };
    else if (name === "held_chats") yield { ...row, archived_seq: 0 };
    else if (name !== "archived_sends" || !sent.has(`${row.sender_id} ${row.client_id}`)) yield row;
  }
  if (name === "messages") yield* messages;
  if (name === "held_messages") yield* held;
}

interface Archived {
  messages: Row[];
  held: Row[];
  /** Time of the first message by conversation. */
  oldest: Map<string, Row[string]>;
  /** Sender and client id of each message. */
  sent: Set<string>;
}

/** Messages leave the objects that hold old ones: the other deployment archives them anew. */
async function readArchive(each: Each, ask: Ask): Promise<Archived> {
  const found: Archived = { messages: [], held: [], oldest: new Map(), sent: new Set() };
  const begun = [...each("conversations")].filter(({ archived_seq }) => Number(archived_seq) > 0);
  const tell = progress("conversations read from the archive", begun.length, 0);
  await inOrder(
    begun,
    AT_ONCE,
    async (one) => ({ one, old: await archivedOf(one, ask) }),
    ({ one, old }) => {
      for (const message of old) {
        found.messages.push(message);
        found.sent.add(`${message.sender_id} ${message.client_id}`);
      }
      if (old[0]) found.oldest.set(String(one.id), old[0].created_at ?? null);
      tell();
    },
  );
  for (const chat of [...each("held_chats")])
    for (const { conversation_id, seq, sender_id, type, text, created_at } of (await archivedOf(chat, ask)) as Held[])
      found.held.push({ conversation_id, seq, sender_id, type, text, created_at });
  return found;
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
