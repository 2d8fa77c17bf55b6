import type { D1Database } from "@cloudflare/workers-types";
import { PING } from "#worker/delivery/live/live.protocol.ts";
import { type Product, sessionOf } from "./product.ts";

const INTERVAL = 2000;
const PING_EVERY = 20_000;
const CREDITS = 10_000;

export interface Talk {
  /** Ends the conversations; what was sent, acknowledged and seen by the other side until now. */
  stop(): Promise<{ sent: number; acknowledged: number; received: number }>;
}

/** That many conversations of two who both listen on a socket; in each, one message every two seconds, by turns. */
export async function talk({ url, db }: Product, conversations: number): Promise<Talk> {
  const counts = { sent: 0, acknowledged: 0, received: 0 };
  const people = await talkers(db, conversations * 2);
  const sockets = await Promise.all(people.map(({ cookie }) => listen(url, cookie, () => counts.received++)));
  const pending = new Set<Promise<void>>();
  const timers: NodeJS.Timeout[] = [];

  for (let pair = 0; pair < conversations; pair++) {
    const two = [people[pair * 2], people[pair * 2 + 1]] as [Person, Person];
    let turn = 0;
    const say = () => {
      const [from, to] = turn++ % 2 === 0 ? two : [two[1], two[0]];
      counts.sent++;
      const sending = send(url, from.cookie, to.id, `turn ${turn}`)
        .then((ok) => void (counts.acknowledged += Number(ok)))
        .catch(() => {}) // not acknowledged: the sum says so
        .finally(() => pending.delete(sending));
      pending.add(sending);
    };
    // Spread over the interval, so that they do not all speak at once.
    timers.push(setTimeout(() => timers.push(setInterval(say, INTERVAL)), (pair / conversations) * INTERVAL));
  }
  return {
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(pending);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      for (const socket of sockets) socket.close();
      return counts;
    },
  };
}

export interface Crowd {
  /** In each conversation one of the two sends, as fast as answers come. */
  talk(seconds: number): Promise<{ acknowledged: number; seconds: number }>;
  /** What the other sides received until now. */
  received(): Promise<number>;
  close(): void;
}

/** That many pairs, logged in and listening: to make them costs the runtime as much as some hundred messages. */
export async function gather({ url, db }: Product, conversations: number): Promise<Crowd> {
  let received = 0;
  const people = await talkers(db, conversations * 2);
  const sockets = await Promise.all(people.map(({ cookie }) => listen(url, cookie, () => received++)));
  // As the browser's client does: a silent socket is closed.
  const pings = setInterval(() => {
    for (const socket of sockets) socket.send(PING);
  }, PING_EVERY);
  return {
    async talk(seconds) {
      let acknowledged = 0;
      const begun = Date.now();
      const end = begun + seconds * 1000;
      const sendOn = async (_: unknown, pair: number) => {
        const [from, to] = people.slice(pair * 2, pair * 2 + 2) as [Person, Person];
        while (Date.now() < end) {
          if (!(await send(url, from.cookie, to.id, `at once ${acknowledged}`))) throw new Error("a message was refused");
          acknowledged++;
        }
      };
      await Promise.all(Array.from({ length: conversations }, sendOn));
      return { acknowledged, seconds: (Date.now() - begun) / 1000 };
    },
    async received() {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return received;
    },
    close() {
      clearInterval(pings);
      for (const socket of sockets) socket.close();
    },
  };
}

/** Sends as the browser's client does. Whether it was acknowledged. */
export async function send(url: string, cookie: string, profile: string, text: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/chat.php`, {
    method: "POST",
    headers: { cookie, origin: url, "content-type": "application/json" },
    body: JSON.stringify({ profile, text, client_id: crypto.randomUUID(), fictional_known: true }),
  });
  await answer.body?.cancel();
  return answer.status === 201;
}

/** The conversation of two, talked in until it is longer than a page of it. */
export async function chatOf({ url, db }: Product, one: string, other: string): Promise<string> {
  const find = () =>
    db
      .prepare(`SELECT id, (SELECT max(seq) FROM messages WHERE conversation_id = conversations.id) AS last_seq
        FROM conversations WHERE member_a = min(?1, ?2) AND member_b = max(?1, ?2)`)
      .bind(one, other)
      .first<{ id: string; last_seq: number | null }>();
  const cookie = await sessionOf(db, one);
  await grant(db, one, 100);
  for (let seq = (await find())?.last_seq ?? 0; seq < 60; seq++) {
    if (!(await send(url, cookie, other, `message ${seq}`))) throw new Error("a message was refused");
  }
  return (await find())?.id ?? "";
}

/** Gives a member credits to write with. */
export async function grant(db: D1Database, memberId: string, amount: number): Promise<void> {
  await db
    .prepare(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, 'adjustment', 'bench', ?, ?)",
    )
    .bind(memberId, amount, crypto.randomUUID(), Date.now())
    .run();
}

interface Person {
  id: string;
  cookie: string;
}

/** Members of the bench's own, real ones: the fictional do not write. Made once, logged in anew. */
export async function talkers(db: D1Database, count: number): Promise<Person[]> {
  const now = Date.now();
  const people: Person[] = [];
  for (let index = 0; index < count; index++) {
    const id = `bench${String(index).padStart(15, "0")}`;
    await db.batch([
      db
        .prepare(
          `INSERT OR IGNORE INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at, activated_at)
           VALUES (?1, 'liaison', 'liaison', ?1 || '@bench.example', '', 'en', 'active', 'bench', ?2, 'bench', ?2, ?2, ?2)`,
        )
        .bind(id, now),
      db
        .prepare(
          `INSERT OR IGNORE INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, last_active_at, created_at)
           VALUES (?1, 'liaison', ?1, ?1, 'active', 'female', 'male', '1990-01-01', 'NL', ?2, ?2)`,
        )
        .bind(id, now),
    ]);
    await grant(db, id, CREDITS);
    people.push({ id, cookie: await sessionOf(db, id) });
  }
  return people;
}

/** A member's socket, open; `onMessage` for each message of somebody else. */
export function listen(url: string, cookie: string, onMessage: () => void): Promise<WebSocket> {
  // Node's WebSocket takes headers, which the type of the browser's does not have.
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/live.php`, { headers: { cookie, origin: url } } as never);
  const self = /session=([^.]+)\./.exec(cookie)?.[1];
  socket.addEventListener("message", ({ data }) => {
    const event = JSON.parse(String(data)) as { type: string; message?: { sender: string } };
    if (event.type === "message" && event.message?.sender !== self) onMessage();
  });
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => {
      socket.send('{"type":"visible"}');
      resolve(socket);
    });
    socket.addEventListener("error", () => reject(new Error("a socket could not be opened")));
  });
}
