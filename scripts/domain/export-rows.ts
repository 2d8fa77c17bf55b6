import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { setImmediate as pause } from "node:timers/promises";
import type { D1Database } from "@cloudflare/workers-types";
import { getTableColumns } from "drizzle-orm";
import { messages } from "#db/schema/index.ts";
import { withRows } from "#scripts/snapshot.ts";
import { newId } from "#worker/platform/ids.ts";
import { keyOfSend } from "#worker/platform/send-key.ts";
import { counting, inOrder, progress } from "./in-order.ts";
import { createSum, type Head, hashOfHead, type Line, rowLines, type Sum, sumOf } from "./niche-file.ts";
import { NICHE_TABLES, type Row, rowsQuery } from "./niche-tables.ts";
import type { Ask } from "./operator-key.ts";

/** Requests under way at a time. */
const AT_ONCE = 8;
const PICTURES = ["photos", "chat_photos", "verifications", "age_checks"];
/** Tables whose rows the archive completes. */
const ARCHIVED = ["conversations", "messages", "archived_keys", "archived_sends", "held_chats", "held_messages"] as const;
const MIGRATION = "migration";
/** Lines between two turns of others. */
const PAUSE = 100;

/** Rows to which the archive adds, as they were in the snapshot. */
interface Begun {
  conversations: Row[];
  held_chats: Row[];
  archive_senders: Row[];
  archived_keys: Row[];
  archived_sends: Row[];
}

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
  const names = Object.keys(NICHE_TABLES);
  const queries = Object.fromEntries(names.map((name) => [name, rowsQuery(name, pool, ids)]));
  const last = { sql: "SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1", values: [] };
  rmSync(part, { force: true });
  const open = openSync(part, "wx", 0o600);
  const write = (line: Line) => void writeSync(open, `${JSON.stringify(line)}\n`);
  const summing = new Map(names.map((name) => [name, createSum()]));
  const sums: Record<string, Sum> = {};
  const pictures: Row[] = [];
  const begun: Begun = { conversations: [], held_chats: [], archive_senders: [], archived_keys: [], archived_sends: [] };
  const tell = counting("rows written");
  let lines = 0;
  const writeTable = async (name: string, rows: Iterable<Row>, isWhole: boolean) => {
    for (const line of rowLines(name, rows)) {
      for (const row of line.rows) summing.get(name)?.add(row);
      if (PICTURES.includes(name)) pictures.push(...line.rows);
      write(line);
      tell(line.rows.length);
      // Connections that end meanwhile are noticed.
      if (++lines % PAUSE === 0) await pause();
    }
    if (!isWhole) return;
    sums[name] = summing.get(name)?.sum() ?? sumOf([]);
    summing.delete(name);
  };
  // One state: the tables fit together. It ends before the Worker is asked: as long as it lasts, the server's WAL only grows.
  const head = await withRows(db, { [MIGRATION]: last, ...queries }, async (each) => {
    const [last] = [...each(MIGRATION)];
    const head: Head = { liaison: 1, id: newId(), pool, at: Date.now(), domains, migration: String(last?.name), secret: print };
    write(head);
    for (const name of names) await writeTable(name, takeWhole(name, each(name), begun), !ARCHIVED.some((one) => one === name));
    return head;
  });
  const archived = await readArchive(begun, ask);
  for (const name of ARCHIVED) await writeTable(name, archived[name], true);
  const objects = await objectsOf(pictures);
  write({ tables: sums, objects, head: hashOfHead(head) });
  closeSync(open);
  return objects;
}

/** The rows that are whole without the archive; the others go to `begun`. */
function* takeWhole(name: string, rows: Iterable<Row>, begun: Begun): Generator<Row> {
  for (const row of rows) {
    // A slot is a number of the database.
    if (name === "profiles") yield { ...row, slot: null };
    else if (name === "archived_keys" || name === "archived_sends") begun[name].push(row);
    else if (name === "archive_senders") {
      begun.archive_senders.push(row);
      yield row;
    } else if ((name === "conversations" || name === "held_chats") && Number(row.archived_seq) > 0) begun[name].push(row);
    else yield row;
  }
}

/**
 * Messages leave the objects that hold old ones: the other deployment archives them anew. An archive only grows at its end, so
 * that what it got since the snapshot is told by its number. Returns the remaining rows by table.
 */
async function readArchive(
  { conversations, held_chats, archive_senders, archived_keys, archived_sends }: Begun,
  ask: Ask,
): Promise<Record<(typeof ARCHIVED)[number], Row[]>> {
  const messages: Row[] = [];
  /** The first message by conversation. */
  const oldest = new Map<string, Row>();
  /** Sender, and client id or its key, of each message. */
  const sent = new Set<string>();
  const senders = new Map(archive_senders.map(({ id, member_id }) => [id, member_id]));
  const tell = progress("conversations read from the archive", conversations.length, 0);
  await inOrder(
    conversations,
    AT_ONCE,
    async (one) => ({ one, old: await archivedOf(one, ask) }),
    ({ one, old }) => {
      for (const message of old) {
        messages.push(message);
        sent.add(`${message.sender_id} ${message.client_id}`).add(`${message.sender_id} ${keyOfSend(String(message.client_id))}`);
      }
      if (old[0]) oldest.set(String(one.id), old[0]);
      tell();
    },
  );
  const held: Held[] = [];
  for (const chat of held_chats)
    for (const { conversation_id, seq, sender_id, type, text, created_at } of (await archivedOf(chat, ask)) as Held[])
      held.push({ conversation_id, seq, sender_id, type, text, created_at });
  return {
    conversations: conversations.map((row) => headOf(row, oldest.get(String(row.id)))),
    messages,
    archived_keys: archived_keys.filter(({ sender, key }) => !sent.has(`${senders.get(sender)} ${key}`)),
    archived_sends: archived_sends.filter((row) => !sent.has(`${row.sender_id} ${row.client_id}`)),
    held_chats: held_chats.map((row) => ({ ...row, archived_seq: 0 })),
    held_messages: held,
  };
}

/** What an erasure deleted of an archive stays archived, so that it is no gap. */
export function headOf(conversation: Row, first: Row | undefined): Row {
  if (!first) return conversation;
  return { ...conversation, archived_seq: Number(first.seq) - 1, oldest_at: first.created_at ?? null };
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
