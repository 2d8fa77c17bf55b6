import { ENTRIES } from "#tests/setup/entries.ts";
import { auditOf, type Campaign, LONGEST, type Tools } from "./campaign.ts";
import { beginTalk, CREDITS, faultsOf, type Letter, logOf, post, type Talk } from "./conversations.ts";
import { inParallel, type Member } from "./members.ts";
import type { Product } from "./product.ts";

/** In ms: two in a conversation pause between messages. */
const PAUSE = 400;
/** Acknowledged messages between two kills, at most. */
const LIFE = 60;
/** Messages of each conversation that are looked for after a restart; the end looks for all. */
const RECENT = 40;
/** Members whose counters are asked for over HTTP after a restart. */
const ASKED = 8;

interface Crash {
  /** Requests without an answer, and those of them whose message is in the store. */
  open: number;
  written: number;
}

export const messageKills: Campaign = {
  name: "message-kills",
  what: "the process is killed while conversations go on, and started again on the same store",
  async run(tools) {
    const { product, random, small } = tools;
    const [pairs, kills] = small ? [8, 4] : [50, 200];
    const talks = await inParallel(Array.from({ length: pairs }), 8, () => beginTalk(product));
    const gate = createGate();
    let isOver = false;
    const talking = talks.flatMap((talk) =>
      talk.two.map(async (member) => {
        while (!isOver) {
          await talkOnce(tools, talk, member, gate);
          await wait(random.below(2 * PAUSE));
        }
      }),
    );
    const found: string[] = [];
    const crashes: Crash[] = [];
    const begun = Date.now();
    for (let kill = 0; kill < kills && Date.now() - begun < LONGEST; kill++) {
      await gate.answered(1 + random.below(small ? 2 * pairs : LIFE));
      gate.close();
      await product.kill();
      const open = await gate.emptied();
      await product.start();
      crashes.push({ open: open.length, written: await writtenOf(product, open) });
      for (const problem of await problemsOf(tools, talks)) found.push(`after kill ${kill + 1}: ${problem}`);
      if (found.length > 20) break;
      gate.open();
    }
    isOver = true;
    gate.open();
    await Promise.all(talking);
    const sum = (of: keyof Crash) => crashes.reduce((all, crash) => all + crash[of], 0);
    return {
      counts: {
        kills: `${crashes.length} of ${kills}`,
        conversations: pairs,
        messages: talks.reduce((all, { letters }) => all + letters.length, 0),
        "without an answer when killed": sum("open"),
        "of these written": sum("written"),
        "kills under way of a message": crashes.filter(({ open }) => open > 0).length,
      },
      async problems() {
        const logs = await inParallel(talks, 4, async (talk) => faultsOf(talk, await logOf(product, talk.id)));
        const last = [...found, ...logs.flat(), ...(await problemsOf(tools, talks))];
        if (!small && sum("written") === 0) last.push("no kill came between a message and its answer");
        return last;
      },
      async plant() {
        const [talk] = talks as [Talk];
        const letter = { from: talk.two[0], text: "once", clientId: random.id() };
        await post(product, talk, letter);
        const { json } = await post(product, talk, { ...letter, clientId: random.id() });
        talk.letters.push({ ...letter, clientId: json.message.client_id, seq: json.message.seq });
        return "a client that repeats an unanswered message under a new id";
      },
    };
  },
};

/** Lets requests through while the product lives; closed, it collects the letters whose request had no answer. */
function createGate() {
  let opened = Promise.withResolvers<void>();
  opened.resolve();
  let isOpen = true;
  const under = new Set<Letter>();
  const failed = new Set<Letter>();
  let awaited = { left: 0, reached: () => {} };
  return {
    open() {
      isOpen = true;
      failed.clear();
      opened.resolve();
    },
    close() {
      isOpen = false;
      opened = Promise.withResolvers();
    },
    /** Repeats until there is an answer. */
    async through<T>(letter: Letter, ask: () => Promise<T | null>): Promise<T> {
      for (;;) {
        await opened.promise;
        under.add(letter);
        const answer = await ask().catch(() => null); // the process was killed
        under.delete(letter);
        if (answer !== null) {
          if (--awaited.left === 0) awaited.reached();
          return answer;
        }
        failed.add(letter);
        if (isOpen) await wait(50);
      }
    },
    /** Waits for so many answers from now on. */
    answered: (count: number) => new Promise<void>((reached) => void (awaited = { left: count, reached })),
    async emptied(): Promise<Letter[]> {
      while (under.size > 0) await wait(5);
      return [...failed];
    },
  };
}

/** A message, and now and then a read receipt. */
async function talkOnce(
  { product, random }: Tools,
  talk: Talk,
  from: Member,
  gate: ReturnType<typeof createGate>,
): Promise<void> {
  const clientId = random.id();
  const letter: Letter = { from, text: `Message ${clientId}`, clientId };
  talk.letters.push(letter);
  const { status, json, text } = await gate.through(letter, async () => {
    const answer = await post(product, talk, letter);
    return answer.json?.error?.code === "conflict" ? null : answer;
  });
  if (status !== 201) throw new Error(`${status}: ${text.slice(0, 200)}`);
  letter.seq = json.message.seq;
  if (random.below(3) > 0) return;
  const body = { conversation: talk.id, seq: letter.seq };
  await product.ask("/api/chat-read.php", { session: from.session, body }).catch(() => {}); // a lost receipt is told again
}

async function writtenOf({ sql }: Product, letters: Letter[]): Promise<number> {
  const clients = JSON.stringify(letters.map(({ clientId }) => clientId));
  const [row] = await sql<{ n: number }>(
    "SELECT count(*) AS n FROM messages WHERE client_id IN (SELECT value FROM json_each(?))",
    clients,
  );
  return row?.n ?? 0;
}

const CHECKS: Record<string, string> = {
  "a message is doubled": `SELECT conversation_id || ': ' || text AS what FROM messages
    GROUP BY sender_id, text HAVING count(*) > 1 AND text <> 'first'`,
  // The audit compares each run with its messages.
  "messages are not paid once": `SELECT a.id || ' ' || sent || ' ' || paid || ' ' || credits AS what FROM (SELECT a.id,
      (SELECT count(*) FROM messages m WHERE m.sender_id = a.id) AS sent,
      (SELECT coalesce(sum(l.messages), 0) FROM ${ENTRIES} l WHERE l.account_id = a.id AND l.kind = 'message') AS paid,
      (SELECT coalesce(-sum(l.amount), 0) FROM ${ENTRIES} l WHERE l.account_id = a.id AND l.kind = 'message') AS credits
    FROM accounts a) a WHERE sent <> paid OR sent <> credits`,
  "a payment has no message": `SELECT l.cause AS what FROM ${ENTRIES} l
    WHERE l.kind = 'message' AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = l.cause)`,
  "credits are not what is left": `SELECT a.id || ' ' || a.credits AS what FROM accounts a
    WHERE a.credits <> ${CREDITS} - (SELECT coalesce(sum(l.messages), 0) FROM ${ENTRIES} l WHERE l.account_id = a.id AND l.kind = 'message')`,
  "unread of a chat": `SELECT p.member_id || ' ' || p.unread AS what FROM participants p
    WHERE p.unread <> (SELECT count(*) FROM messages m
      WHERE m.conversation_id = p.conversation_id AND m.sender_id = p.other_id AND m.seq > p.read_seq)`,
  "unread of a member": `SELECT a.id || ' ' || a.unread AS what FROM accounts a
    WHERE a.unread <> (SELECT coalesce(sum(p.unread), 0) FROM participants p WHERE p.member_id = a.id)`,
  "a chat list's last message": `SELECT p.member_id || ' ' || p.last_text AS what FROM participants p
    JOIN conversations c ON c.id = p.conversation_id JOIN messages m ON m.conversation_id = c.id
      AND m.seq = (SELECT max(seq) FROM messages WHERE conversation_id = c.id)
    WHERE p.last_seq <> m.seq OR p.last_text <> m.text OR p.last_sender <> m.sender_id`,
};

/** While nobody talks. */
async function problemsOf({ product, random }: Tools, talks: Talk[]): Promise<string[]> {
  const acknowledged = talks.flatMap(({ id, letters }) =>
    letters
      .slice(-RECENT)
      .filter(({ seq }) => seq !== undefined)
      .map(({ clientId, seq, from }) => [id, seq, clientId, from.id]),
  );
  const lost = {
    sql: `SELECT value ->> 2 AS what FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM messages m
      WHERE m.conversation_id = value ->> 0 AND m.seq = value ->> 1 AND m.client_id = value ->> 2 AND m.sender_id = value ->> 3)`,
    values: [JSON.stringify(acknowledged)],
  };
  const names = ["an acknowledged message is lost", ...Object.keys(CHECKS)];
  const statements = [lost, ...Object.values(CHECKS).map((sql) => ({ sql, values: [] }))];
  const rows = await product.sqlBatch<{ what: string }>(statements);
  const found = rows.flatMap((list, index) => list.slice(0, 3).map(({ what }) => `${names[index]}: ${what}`));
  const asked = random.shuffled(talks.flatMap(({ two }) => two)).slice(0, ASKED);
  const told = await inParallel(asked, 4, async ({ id, session }) => {
    const { json } = await product.ask("/api/user.php", { session });
    const [row] = await product.sql<{ credits: number; unread: number }>("SELECT credits, unread FROM accounts WHERE id = ?", id);
    const right = json?.unread_messages === row?.unread && json?.credits === row?.credits;
    return right ? [] : [`${id} is told ${json?.unread_messages} unread, ${json?.credits} credits: ${JSON.stringify(row)}`];
  });
  return [...found, ...told.flat(), ...(await auditOf(product))];
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
