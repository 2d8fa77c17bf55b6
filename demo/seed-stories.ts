import type { D1Database } from "@cloudflare/workers-types";
import { CHAT_PHOTO_PREFIX } from "#worker/delivery/media/links.ts";
import { DEMO_LOGINS } from "./logins.ts";
import type { Motif } from "./portrait/scenery.ts";
import { FRIENDS, friendId } from "./seed-friends.ts";
import { STORIES, type Story } from "./stories.ts";

const HOUR = 3600 * 1000;
/** Positions in the list of partners; the first ones have a conversation, later ones a match only. */
const MATCHED = 6;
const NEW_LIKES = 3;
const LIKED_BY = 11;
const LIKES = 15;
const VISITORS = [1, 4, 6, 7, 9, 11, 12, 15, 16];

const SIZE = { width: 480, height: 600 };

export interface DemoPhoto {
  key: string;
  motif: Motif;
}

type Login = (typeof DEMO_LOGINS)[number];

/** One INSERT per table: outside the Worker each prepared statement blocks this thread for two round trips. */
const INSERTS = {
  // Already announced: only later likes open the like dialog.
  likes: "(liker_id, liked_id, is_new, created_at, announced_at)",
  visits: "(visited_id, visitor_id, at)",
  conversations: "(id, member_a, member_b, started_by, created_at)",
  participants: "(conversation_id, member_id, other_id, unread, read_seq, last_seq, last_text, last_sender, last_at, wrote)",
  messages: "(conversation_id, seq, id, client_id, sender_id, type, text, price, created_at, delivered_at, read_at)",
  gifts: "(id, sender_id, receiver_id, gift, note, shown, created_at)",
  chat_photos: "(id, key, sender_id, conversation_id, seq, client_id, status, width, height, created_at)",
} as const;
type Table = keyof typeof INSERTS;
type Row = readonly (string | number | null)[];
type Rows = Record<Table, Row[]>;

/**
 * Gives the demo logins four conversations, two matches, likes and visitors, all with fictional profiles, and Ben chats with
 * friends. Returns the photos by key.
 */
export async function insertHistory(db: D1Database, now: number, idOf: (text: string) => string): Promise<DemoPhoto[]> {
  const rows: Rows = { likes: [], visits: [], conversations: [], participants: [], messages: [], gifts: [], chat_photos: [] };
  const photos: DemoPhoto[] = [];
  for (const login of DEMO_LOGINS) {
    const { results } = await db
      .prepare(
        `SELECT id FROM profiles WHERE pool = 'liaison' AND gender = ?1 AND looking_for = ?2 AND country = 'NL' AND status = 'active'
           AND fictional = 1 AND main_photo IS NOT NULL ORDER BY last_active_at DESC LIMIT 17`,
      )
      .bind(login.lookingFor, login.gender)
      .all<{ id: string }>();
    const others = results.map(({ id }) => id);
    rows.likes.push(...likesOf(login, others, now));
    rows.visits.push(...visitsOf(login, others, now));
    STORIES[login.name].forEach((story, index) => {
      const other = others[index];
      if (other) addConversation({ rows, photos }, login, other, story, now, (part) => idOf(`${login.id}:${index}:${part}`));
    });
  }
  const ben = DEMO_LOGINS[1];
  for (const { name, story } of FRIENDS) {
    const friend = friendId(name, idOf);
    addConversation({ rows, photos }, ben, friend, story, now, (part) => idOf(`${friend}:${part}`));
  }
  await db.batch(
    (Object.entries(INSERTS) as [Table, string][]).map(([table, columns]) => {
      const values = columns.split(",").map((_, index) => `value ->> ${index}`);
      return db.prepare(`INSERT INTO ${table} ${columns} SELECT ${values} FROM json_each(?)`).bind(JSON.stringify(rows[table]));
    }),
  );
  return photos;
}

function likesOf(login: Login, others: string[], now: number): Row[] {
  return others.slice(0, LIKES).flatMap((id, index) => {
    // A match with a conversation is older than the conversation.
    const at = now - (index < STORIES[login.name].length ? 10 * 24 : (index - 3) * 5) * HOUR;
    const isNew = index >= MATCHED && index < MATCHED + NEW_LIKES;
    return [
      ...(index < LIKED_BY ? [[id, login.id, Number(isNew), at, at]] : []),
      ...(index < MATCHED || index >= LIKED_BY ? [[login.id, id, 0, at + HOUR, at + HOUR]] : []),
    ];
  });
}

function visitsOf(login: Login, others: string[], now: number): Row[] {
  return VISITORS.flatMap((place, index) => {
    const id = others[place];
    return id ? [[login.id, id, now - (index + 1) * (index + 2) * HOUR]] : [];
  });
}

function addConversation(
  { rows, photos }: { rows: Rows; photos: DemoPhoto[] },
  login: Login,
  other: string,
  { lines, unread }: Story,
  now: number,
  idOf: (part: string) => string,
): void {
  const thread = idOf("thread");
  const [first, second] = login.id < other ? [login.id, other] : [other, login.id];
  const sent = lines.map((line, index) => ({
    ...line,
    id: idOf(`message:${index}`),
    sender: line.by === "you" ? login.id : other,
    receiver: line.by === "you" ? other : login.id,
    at: now - Math.round(line.ago * HOUR),
  }));
  const last = sent.at(-1);
  if (!last) return;
  const end = [lines.length, last.text, last.sender, last.at] as const;
  const wrote = Number(lines.some(({ by }) => by === "you"));
  // Started by the other side: the free conversations of the log-in stay unused.
  rows.conversations.push([thread, first, second, other, sent[0]?.at ?? now]);
  rows.participants.push([thread, login.id, other, unread, lines.length - unread, ...end, wrote]);
  rows.participants.push([thread, other, login.id, 0, lines.length, ...end, 0]);
  sent.forEach(({ id, sender, receiver, text, at, gift, photo }, index) => {
    const readAt = index < lines.length - unread ? at + 4 * 60_000 : null;
    const type = gift ? "gift" : photo ? "photo" : "text";
    rows.messages.push([thread, index + 1, id, id, sender, type, text, 0, at, at, readAt]);
    if (photo) {
      const key = `${CHAT_PHOTO_PREFIX}${idOf(`photo:${index}`)}`;
      rows.chat_photos.push([id, key, sender, thread, index + 1, id, "active", SIZE.width, SIZE.height, at]);
      photos.push({ key, motif: photo });
    }
    const given = JSON.stringify({ id: gift, names: null, credits: 0 });
    if (gift) rows.gifts.push([id, sender, receiver, given, text, 1, at]);
  });
}
