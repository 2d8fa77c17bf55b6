import { type Campaign, LONGEST, type Tools } from "./campaign.ts";
import { beginTalk, faultsOf, logOf, say, type Talk } from "./conversations.ts";
import { inParallel } from "./members.ts";
import type { Product } from "./product.ts";
import { createReader, faultOf, type Reader, settled } from "./reader.ts";
import { createRelay, type Relay } from "./relay.ts";

/** Of each member; the product allows ten. */
const SOCKETS = 5;
/** In ms: between two faults. */
const EVERY = { full: 1_500, small: 150 };
/** In ms: longer than a browser takes to find out that a line is silent, and to connect again. */
const PATIENCE = 120_000;
/** In ms, for a page that missed 1,000 messages. */
const CATCH_UP = 500;

export const sockets: Campaign = {
  name: "sockets",
  what: "connections break in every way and the server is restarted: each reader's log equals the server's",
  async run(tools) {
    const { product, random, small } = tools;
    const [pairs, messages, restarts] = small ? [2, 60, 1] : [20, 1_000, 10];
    const talks = await inParallel(Array.from({ length: pairs }), 4, () => beginTalk(product));
    const relays = [await createRelay(product.port)] as [Relay, ...Relay[]];
    const places = talks.flatMap((talk) =>
      talk.two.flatMap((member) => Array.from({ length: SOCKETS }, () => ({ talk, member }))),
    );
    const readers = await inParallel(places, 8, ({ talk, member }) => createReader({ product, relay: relays[0], member, talk }));
    const most = readers.length;

    const sent = () => talks.reduce((sum, { letters }) => sum + letters.length, 0);
    const begun = Date.now();
    const talking = inParallel(talks, pairs, (talk) => talkOver(tools, talk, messages, begun + LONGEST));
    const faults = await breaking(tools, { talks, relay: relays[0], restarts, sent, all: pairs * messages, until: talking });
    const [seconds, total] = [Math.round((Date.now() - begun) / 1000), sent()];
    const settling = await settled(product, readers, PATIENCE);
    const logs = readers.reduce((sum, { log }) => sum + log.length, 0);
    const missed = small ? 60 : 1_000;
    const long = await longTalk(product, missed);
    const waits = (await inParallel(Array.from({ length: 20 }), 1, () => catchUp(product, long))).sort((one, two) => one - two);
    const percentile = (of: number) => Math.round(waits[Math.ceil(of * waits.length) - 1] ?? Number.NaN);
    const counted = (of: keyof Reader["counts"]) => readers.reduce((sum, { counts }) => sum + counts[of], 0);
    let patience = PATIENCE;
    return {
      counts: {
        "sockets at once": most,
        "sockets opened": counted("sockets"),
        "not opened": counted("refused"),
        "messages sent": `${total} of ${pairs * messages} in ${seconds} s`,
        "messages in the logs": logs,
        "heard by events": counted("events"),
        "catch-ups": counted("catchUps"),
        ...faults,
        "until all were equal": `${settling} s`,
        [`catch-up of ${missed}`]: `median ${percentile(0.5)} ms, 95th percentile ${percentile(0.95)}, slowest ${percentile(1)} (${waits.length} times)`,
      },
      async problems() {
        await settled(product, readers, patience);
        const found = (await inParallel(talks, 4, async (talk) => faultsOf(talk, await logOf(product, talk.id)))).flat();
        found.push(...(await inParallel(readers, 8, (reader) => faultOf(product, reader))).flat());
        for (const [name, count] of Object.entries(faults)) if (count === 0) found.push(`no ${name}`);
        if (!small && percentile(0.5) > CATCH_UP) found.push(`a catch-up takes ${percentile(0.5)} ms`);
        return found;
      },
      async plant() {
        const [talk] = talks as [Talk];
        const relay = await createRelay(product.port);
        relays.push(relay);
        const deaf = await createReader({ product, relay, member: talk.two[0], talk, catchesUp: false });
        readers.push(deaf);
        await until(deaf.isOpen, PATIENCE);
        relay.cut(random, 1);
        await talkOver(tools, talk, 4);
        await until(deaf.isOpen, PATIENCE);
        await talkOver(tools, talk, 2);
        patience = 5_000;
        return "a reader that does not catch up after a cut";
      },
      end() {
        for (const reader of readers) reader.end();
        for (const relay of relays) relay.close();
      },
    };
  },
};

/** Both write at once, each the next message after the last is acknowledged. */
async function talkOver({ product, random }: Tools, talk: Talk, count: number, end = Number.POSITIVE_INFINITY): Promise<void> {
  await inParallel(talk.two, 2, async (from) => {
    for (let index = 0; index < count / 2 && Date.now() < end; index++) await say(product, talk, from, random);
  });
}

interface Breaking {
  talks: Talk[];
  relay: Relay;
  restarts: number;
  sent(): number;
  all: number;
  until: Promise<unknown>;
}

/** Breaks something now and then until the talking ends. */
async function breaking({ product, random, small }: Tools, { talks, relay, restarts, sent, all, until: talking }: Breaking) {
  const faults = { cuts: 0, "half-open connections": 0, "resets of objects": 0, "restarts of the server": 0 };
  let isOver = false;
  const ended = talking.finally(() => void (isOver = true));
  ended.catch(() => {}); // awaited below
  for (let round = 0; !isOver; round++) {
    await Promise.race([wait(small ? EVERY.small : EVERY.full), ended]);
    const { "restarts of the server": done } = faults;
    if (done < restarts && sent() > ((done + 1) * all) / (restarts + 1)) {
      await product.kill();
      await product.start();
      faults["restarts of the server"]++;
    } else if (round % 3 === 0) faults.cuts += relay.cut(random, Math.ceil(relay.open / 8));
    else if (round % 3 === 1) faults["half-open connections"] += relay.silence(random, Math.ceil(relay.open / 50));
    else {
      const members = random.shuffled(talks.flatMap(({ two }) => two)).slice(0, 4);
      // A restart is the only other place where the product is away.
      await Promise.all(members.map(({ id }) => product.reset(id)));
      faults["resets of objects"] += members.length;
    }
  }
  await ended;
  return faults;
}

/** One who was away while so many messages came. */
async function longTalk(product: Product, missed: number): Promise<Talk> {
  const talk = await beginTalk(product);
  await product.sql(
    `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)
     SELECT ?1, key + 2, ?1 || key, 'many' || key, ?2, 'text', 'A message of the usual length, with the number ' || key, 0, ?3
     FROM json_each(?4)`,
    ...[talk.id, talk.two[1].id, Date.now(), JSON.stringify(Array(missed).fill(0))],
  );
  return talk;
}

/** Ms for the calls of a page that missed all messages but the first. */
async function catchUp({ ask }: Product, { id, two }: Talk): Promise<number> {
  const begun = performance.now();
  for (let after = 1, last = 2; after < last; ) {
    const { json } = await ask(`/api/chat.php?conversation=${id}&after=${after}&changes=0`, { session: two[0].session });
    after = json.messages.at(-1)?.seq ?? last;
    last = json.conversation.last_seq;
  }
  return performance.now() - begun;
}

async function until(check: () => boolean, patience: number): Promise<void> {
  for (const begun = Date.now(); !check(); await wait(50)) if (Date.now() - begun > patience) throw new Error("waited too long");
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
