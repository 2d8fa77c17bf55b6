import { excerptOf } from "#worker/messaging/chat/message-view.ts";
import type { ImportConversation } from "./format.ts";
import type { Target } from "./write.ts";

interface Message {
  seq: number;
  id: string;
  sender: string;
  text: string;
  at: number;
  /** Ms; null while unread. */
  read: number | null;
}

export interface NewConversation {
  id: string;
  a: string;
  b: string;
  startedBy: string;
  createdAt: number;
  messages: Message[];
  sides: { member: string; other: string; readSeq: number; wrote: boolean }[];
  lastText: string;
  lastSender: string;
  lastAt: number;
}

/** The rows of a conversation, or the reason why there are none. `idOf` gives the new id of an old one. */
export function conversationOf(
  { members, messages, read = {} }: ImportConversation,
  id: string,
  idOf: (old: string) => string,
): NewConversation | string {
  const [one, other] = [...members];
  if (one === other) return "a conversation has two members";
  if (messages.some(({ from }) => from !== one && from !== other)) return "a message is of somebody else";
  const times = messages.map(({ at }) => Date.parse(at));
  if (times.some((at, i) => at < (times[i - 1] ?? 0))) return "messages are not in the order of their times";
  const until = (member: string) => Date.parse(read[member] ?? "") || 0;
  const readerOf = (from: string) => (from === one ? other : one);
  const rows = messages.map(({ from, text }, i): Message => {
    const at = times[i] ?? 0;
    const mark = until(readerOf(from));
    return {
      seq: i + 1,
      id: id.slice(0, 14) + (i + 1).toString(36).padStart(6, "0"),
      sender: idOf(from),
      text,
      at,
      read: mark >= at ? mark : null,
    };
  });
  const sides = [one, other].map((member) => ({
    member: idOf(member),
    other: idOf(readerOf(member)),
    readSeq: rows.filter(({ at }) => at <= until(member)).length,
    wrote: messages.some(({ from }) => from === member),
  }));
  const [a = "", b = ""] = [idOf(one), idOf(other)].sort();
  const last = rows.at(-1) as Message;
  return {
    ...{ id, a, b, sides, messages: rows, startedBy: rows[0]?.sender ?? a, createdAt: times[0] ?? 0 },
    ...{ lastText: excerptOf(last.text), lastSender: last.sender, lastAt: last.at },
  };
}

const v = (key: string) => `value ->> '${key}'`;

/** One transaction. Not listed: a trigger lists a chat once both have arrived. Nobody gets a mail of it. */
export async function writeConversations({ db, pool }: Target, all: NewConversation[]): Promise<number> {
  const { results } = await db
    .prepare("SELECT id FROM conversations WHERE id IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(all.map(({ id }) => id)))
    .all<{ id: string }>();
  const known = new Set(results.map(({ id }) => id));
  const fresh = all.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return 0;
  const heads = fresh.map(({ messages, sides, ...head }) => ({ ...head, lastSeq: messages.length }));
  const sides = fresh.flatMap((one) =>
    one.sides.map((side) => ({
      ...side,
      id: one.id,
      lastSeq: one.messages.length,
      lastText: one.lastText,
      lastSender: one.lastSender,
      lastAt: one.lastAt,
    })),
  );
  const messages = fresh.flatMap(({ id, messages }) => messages.map((message) => ({ conversation: id, ...message })));
  await db.batch([
    db
      .prepare(
        `INSERT INTO conversations (id, member_a, member_b, started_by, created_at, pool)
        SELECT ${v("id")}, ${v("a")}, ${v("b")}, ${v("startedBy")}, ${v("createdAt")}, ?2 FROM json_each(?1)`,
      )
      .bind(JSON.stringify(heads), pool),
    db
      .prepare(
        `INSERT INTO participants (conversation_id, member_id, other_id, read_seq, listed, last_seq, wrote, last_text, last_sender, last_at, other_name)
        SELECT ${v("id")}, ${v("member")}, ${v("other")}, ${v("readSeq")}, 0, ${v("lastSeq")}, ${v("wrote")}, ${v("lastText")}, ${v("lastSender")}, ${v("lastAt")}, ''
        FROM json_each(?1)`,
      )
      .bind(JSON.stringify(sides)),
    ...chunks(messages).map((some) =>
      db
        .prepare(
          `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at, delivered_at, read_at)
          SELECT ${v("conversation")}, ${v("seq")}, ${v("id")}, ${v("id")}, ${v("sender")}, 'text', ${v("text")}, 0, ${v("at")}, ${v("read")}, ${v("read")}
          FROM json_each(?1)`,
        )
        .bind(JSON.stringify(some)),
    ),
    db
      .prepare(
        `DELETE FROM news WHERE kind = 'message' AND (account_id, subject) IN (SELECT ${v("member")}, ${v("id")} FROM json_each(?1))`,
      )
      .bind(JSON.stringify(sides)),
  ]);
  return messages.length;
}

/** D1 takes two million bytes a parameter. */
const BYTES = 1_000_000;

function chunks<T>(rows: T[]): T[][] {
  const found: T[][] = [[]];
  let bytes = 0;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (bytes + size > BYTES) {
      found.push([]);
      bytes = 0;
    }
    found.at(-1)?.push(row);
    bytes += size;
  }
  return found;
}
