import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { RUN } from "#scripts/costs/usage.ts";
import { migrated } from "#scripts/migrations/schema.ts";
import { newId } from "#worker/platform/ids.ts";
import { keyOfSend } from "#worker/platform/send-key.ts";
import { printTable } from "./table.ts";

const MESSAGES = 100_000;
const CONVERSATIONS = 5_000;
/** In bytes: where a D1 database ends. */
const FULL = 10 * 1024 ** 3;
const WORDS = "hello how was your weekend I went to the lake with my sister and we had coffee near the old harbour".split(" ");
const GROUPS: Record<string, RegExp> = {
  "message, with its indexes": /^(messages|sqlite_autoindex_messages)/,
  "what stays of an archived one": /^archived_keys/,
  "ledger entry": /^(ledger|postings|sqlite_autoindex_(ledger|postings))/,
  "conversation and both sides": /^(conversations|participants|news|sqlite_autoindex_(conversations|participants|news))/,
};

/** The bytes of messages in a database with all migrations, by `dbstat`. */
export function measureMessages(): void {
  const db = migrated();
  db.exec("PRAGMA foreign_keys = off");
  // They change rows of other tables, which are missing here.
  for (const { name } of db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all())
    db.exec(`DROP TRIGGER ${name}`);
  const sizes = () => {
    const rows = db.prepare("SELECT name, sum(pgsize) AS size FROM dbstat GROUP BY name").all() as {
      name: string;
      size: number;
    }[];
    return (of: RegExp) => rows.filter(({ name }) => of.test(name)).reduce((sum, { size }) => sum + size, 0);
  };
  const empty = sizes();
  fill(db);
  const full = sizes();
  const size = (name: string) => (full(GROUPS[name] as RegExp) - empty(GROUPS[name] as RegExp)) / MESSAGES;
  const rows = Object.keys(GROUPS).map((name) => [name, size(name).toFixed(0), Math.floor(FULL / size(name) / 1e6)]);
  printTable(
    `${MESSAGES} messages of ${CONVERSATIONS} conversations, in bytes a message`,
    ["in D1", "bytes", "million until 10 GB"],
    rows,
  );
}

function fill(db: DatabaseSync): void {
  const insert = (table: string, columns: string) =>
    db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.replace(/\w+/g, "?")})`);
  const talk = insert("conversations", "id, member_a, member_b, started_by, created_at");
  const side = insert("participants", "conversation_id, member_id, other_id, last_at, place_at");
  const message = insert("messages", "conversation_id, seq, id, client_id, sender_id, type, text, price, created_at, lot_id");
  const sent = insert("archived_keys", "sender, key");
  const entry = insert("ledger", "account_id, amount, kind, cause, idempotency_key, created_at, lot_id, messages");
  const talks = Array.from({ length: CONVERSATIONS }, (): [string, string, string] => {
    const [one, other] = [newId(), newId()].toSorted() as [string, string];
    return [newId(), one, other];
  });
  const numbers = new Map(talks.flatMap(([, one, other]) => [one, other]).map((id, index) => [id, index + 1]));
  const at = Date.now();
  db.exec("BEGIN");
  for (const [id, one, other] of talks) {
    talk.run(id, one, other, one, at);
    side.run(id, one, other, at, at);
    side.run(id, other, one, at, at);
  }
  // Interleaved as they are in life: pages of an index fill in random order.
  for (let count = 0; count < MESSAGES; count++) {
    const [id, one, other] = talks[count % CONVERSATIONS] as [string, string, string];
    const [sender, client, key] = [count % 2 ? one : other, randomBytes(16).toString("base64url"), newId()];
    const text = Array.from(randomBytes(5 + (count % 21)), (byte) => WORDS[byte % WORDS.length]).join(" ");
    message.run(id, Math.floor(count / CONVERSATIONS) + 1, key, client, sender, "text", text, 1, at + count, (count % 1000) + 1);
    sent.run(numbers.get(sender) ?? 0, keyOfSend(client));
    if (count % RUN === 0) entry.run(sender, -RUN, "message", key, `message:${client}`, at + count, (count % 1000) + 1, RUN);
  }
  db.exec("COMMIT");
}
