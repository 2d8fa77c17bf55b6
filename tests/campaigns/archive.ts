import { ENTRIES } from "#tests/setup/entries.ts";
import type { Campaign, Tools } from "./campaign.ts";
import { addMembers, type Member } from "./members.ts";
import type { Product } from "./product.ts";
import { tallied } from "./spending.ts";

const DAY = 24 * 3600 * 1000;
/** Two chunks of a move. */
const OLD = 230;

interface Talk {
  id: string;
  one: Member;
  other: Member;
  texts: string[];
  /** Paid messages of `one`. */
  paid: number;
  ended: boolean;
}

/** What is under way when the process is killed, and again after it was started anew. */
const WORK: Record<string, (tools: Tools, talk: Talk) => Promise<unknown>> = {
  move: ({ product }, { id }) => product.move(id, Date.now() - 30 * DAY),
  "move beside readers and writers": ({ product }, talk) =>
    Promise.all([product.move(talk.id, Date.now() - 30 * DAY), write(product, talk, "new"), read(product, talk)]),
  "reading what is archived": ({ product }, talk) => read(product, talk),
  "repeating a request": ({ product }, talk) => write(product, talk, "first"),
  "the end of a conversation": async ({ product }, talk) => {
    await product.ask("/api/block.php", { session: talk.one.session, body: { profile: talk.other.id } });
    await product.sweep(Date.now());
  },
};

export const archive: Campaign = {
  name: "archive",
  what: "the process is killed before and after each step of moving, reading and erasing archived messages",
  async run(tools) {
    const { product, small } = tools;
    const points: string[] = [];
    const talks: Talk[] = [];
    for (const [name, work] of Object.entries(WORK)) {
      const counted = await talkOf(product, name);
      await product.stopAt(null);
      await work(tools, counted);
      const { steps } = await product.steps();
      for (let step = 1; step <= steps; step += small ? Math.ceil(steps / 2) : 1) {
        const talk = await talkOf(product, name);
        points.push(`${name}, ${await crash(tools, step, () => work(tools, talk))}`);
        await work(tools, talk);
        await product.move(talk.id, Date.now() - 30 * DAY);
        if (name.startsWith("move beside")) talk.texts.push("new");
        talk.paid = talk.texts.includes("new") ? 2 : 1;
        talk.ended = name.startsWith("the end");
        talks.push(talk);
      }
    }
    return {
      counts: { "kill points": points.length, messages: talks.length * OLD, steps: tallied(points) },
      async problems() {
        const found: string[] = points.length < (small ? 8 : 50) ? [`only ${points.length} points`] : [];
        for (const [index, talk] of talks.entries())
          for (const problem of await problemsOf(product, talk)) found.push(`${points[index]}: ${problem}`);
        return found;
      },
      async plant() {
        await product.lose(talks[0]?.id ?? "", 7);
        return "an archived message that is gone";
      },
    };
  },
};

const textOf = (seq: number) => (seq === 1 ? "first" : `Message ${seq} “é”`);

function write({ ask }: Product, { one, other }: Talk, text: string) {
  return ask("/api/chat.php", {
    session: one.session,
    body: { profile: other.id, text, client_id: `${text}-${one.id}` },
  });
}

function read({ ask }: Product, { id, other, texts }: Talk) {
  return ask("/api/chat-read.php", { session: other.session, body: { conversation: id, seq: texts.length } });
}

/** A paid message of 40 days ago, and many after it. */
async function talkOf(product: Product, work: string): Promise<Talk> {
  const [one, other] = (await addMembers(product, 2, { paid: true, credits: 5 })) as [Member, Member];
  const talk: Talk = {
    id: "",
    one,
    other,
    texts: Array.from({ length: OLD }, (_, index) => textOf(index + 1)),
    paid: 1,
    ended: false,
  };
  const { status, text, json } = await write(product, talk, "first");
  if (status !== 201) throw new Error(`${status}: ${text.slice(0, 200)}`);
  talk.id = json.message.conversation;
  const at = Date.now() - 40 * DAY;
  await product.sqlBatch([
    {
      sql: `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)
        SELECT ?1, key + 1, ?1 || key, 'many' || key, iif(key % 2, ?3, ?2), 'text', value, 0, ?4 FROM json_each(?5) WHERE key > 0`,
      values: [talk.id, one.id, other.id, at, JSON.stringify(talk.texts)],
    },
    { sql: "UPDATE messages SET created_at = ?2 WHERE conversation_id = ?1", values: [talk.id, at] },
    { sql: "UPDATE conversations SET oldest_at = ?2 WHERE id = ?1", values: [talk.id, at] },
    {
      sql: "UPDATE participants SET unread = ?2 WHERE conversation_id = ?1 AND member_id = ?3",
      values: [talk.id, OLD / 2, other.id],
    },
  ]);
  if (!work.startsWith("move")) await product.move(talk.id, Date.now() - 30 * DAY);
  return talk;
}

/** Returns where the process was when it was killed. */
async function crash({ product }: Tools, step: number, work: () => Promise<unknown>): Promise<string> {
  await product.stopAt(step);
  let over = false;
  const ended = work()
    .catch(() => {}) // the connection breaks
    .then(() => void (over = true));
  let stopped: string | null = null;
  while (!stopped && !over) {
    ({ stopped } = await product.steps());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await product.kill();
  await ended;
  await product.start();
  return stopped ?? "after the end";
}

async function problemsOf(product: Product, talk: Talk): Promise<string[]> {
  const { id, one, texts, paid, ended } = talk;
  const archived = (await product.archived(id)).map(({ seq }) => seq);
  const head = `SELECT archived_seq AS archived,
    max(last_seq, coalesce((SELECT max(seq) FROM messages WHERE conversation_id = c.id), 0)) AS last FROM conversations c WHERE id = ?`;
  const [conversation] = await product.sql<{ archived: number; last: number }>(head, id);
  if (ended) return !conversation && archived.length === 0 ? [] : [`${archived.length} messages of an ended conversation`];
  const held = (await product.sql<{ seq: number }>("SELECT seq FROM messages WHERE conversation_id = ? ORDER BY seq", id)).map(
    ({ seq }) => seq,
  );
  const all = texts.map((_, index) => index + 1);
  const found = [];
  if (`${[...archived, ...held]}` !== `${all}`)
    found.push(`archived to ${archived.at(-1)}, then ${held.at(0)} to ${held.at(-1)} of ${all.length}`);
  if (conversation?.archived !== archived.length || conversation.last !== all.length) found.push(JSON.stringify(conversation));
  const shown = await shownTo(product, talk);
  if (`${shown}` !== `${texts}`) found.push(`${shown.length} of ${texts.length} messages are shown`);
  const [{ n } = { n: 0 }] = await product.sql<{ n: number }>(
    `SELECT coalesce(sum(messages), 0) AS n FROM ${ENTRIES} WHERE account_id = ? AND kind = 'message'`,
    one.id,
  );
  if (n !== paid) found.push(`${n} messages were charged instead of ${paid}`);
  return found;
}

/** All pages, from the last to the first. */
async function shownTo({ ask }: Product, { id, one }: Talk): Promise<string[]> {
  const shown: string[] = [];
  for (let before = 1e6; ; ) {
    const { json } = await ask(`/api/chat.php?conversation=${id}&before=${before}`, { session: one.session });
    shown.unshift(...json.messages.map(({ text }: { text: string }) => text));
    if (!json.older) return shown;
    before = json.messages[0].seq;
  }
}
