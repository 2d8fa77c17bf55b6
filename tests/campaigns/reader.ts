import { hasGap, knownSeq, merge, type Thread } from "#app/features/messaging/chat/thread.client.ts";
import { LiveConnection } from "#app/live/connection.ts";
import { logOf, type Talk } from "./conversations.ts";
import type { Member } from "./members.ts";
import { type Product, repeated } from "./product.ts";
import type { Relay } from "./relay.ts";

export type Reader = Awaited<ReturnType<typeof createReader>>;

interface Options {
  product: Product;
  relay: Relay;
  member: Member;
  talk: Talk;
  /** False removes the guard: events alone make the log. */
  catchesUp?: boolean;
}

/** An open chat without its page: the browser's own connection and thread, wired as `use-thread` does. */
export async function createReader({ product, relay, member, talk, catchesUp = true }: Options) {
  const headers = { cookie: `session=${member.session}`, origin: relay.origin };
  const counts = { sockets: 0, refused: 0, events: 0, catchUps: 0 };
  let isOver = false;
  const connection = new LiveConnection({
    // Node's WebSocket takes headers, which the type of the browser's does not have.
    open() {
      const socket = new WebSocket(`${relay.origin.replace("http", "ws")}/api/live.php`, { headers } as never);
      let isOpen = false;
      socket.addEventListener("open", () => {
        isOpen = true;
        counts.sockets++;
      });
      socket.addEventListener("error", () => void (counts.refused += Number(!isOpen)));
      return socket;
    },
    async poll() {
      const { unread_messages, new_likes } = (await product.ask("/api/user.php", { session: member.session })).json;
      return { unread_messages, new_likes };
    },
    hasPush: async () => false,
    isOnline: () => true,
    onLoggedOut() {
      throw new Error(`${member.id} was logged out`);
    },
    random: Math.random,
  });

  const page = (query: string) =>
    repeated(
      () => product.ask(`/api/chat.php?conversation=${talk.id}&${query}`, { session: member.session }),
      () => isOver,
    );
  const first = await page("");
  let thread: Thread = { messages: first.json.messages, pending: [], older: first.json.older, partnerReadSeq: 0, readSeq: 0 };

  let catching = 0;
  async function catchUp(): Promise<void> {
    let after = knownSeq(thread);
    for (let more = true; more; ) {
      const { json } = await page(`after=${after}&changes=0`);
      thread = merge(thread, json.messages);
      after = json.messages.at(-1)?.seq ?? after;
      more = json.messages.length > 0 && after < json.conversation.last_seq;
    }
  }
  function startCatchUp(): void {
    if (!catchesUp) return;
    counts.catchUps++;
    catching++;
    catchUp()
      .catch((error) => {
        if (!isOver) throw error;
      })
      .finally(() => void catching--);
  }

  let caughtUp = 0;
  let wasOpen = false;
  const stops = [
    connection.subscribe(() => {
      const { state, epoch } = connection.getSnapshot();
      const isOpen = state === "open";
      if ((isOpen && !wasOpen) || epoch !== caughtUp) startCatchUp();
      wasOpen = isOpen;
      caughtUp = epoch;
    }),
    connection.listen((event) => {
      if (event.type !== "message" || event.conversation !== talk.id) return;
      counts.events++;
      const hadGap = hasGap(thread);
      thread = merge(thread, [event.message]);
      if (!hadGap && hasGap(thread)) startCatchUp();
    }),
  ];

  return {
    member,
    talk,
    counts,
    /** Seq of its first message. */
    from: thread.messages[0]?.seq ?? 1,
    get log() {
      return thread.messages;
    },
    get unread() {
      return connection.getSnapshot().counters?.unread_messages;
    },
    isOpen: () => connection.getSnapshot().state === "open",
    isCatchingUp: () => catching > 0,
    end() {
      isOver = true;
      for (const stop of stops) stop();
    },
  };
}

/** Seconds until all logs are equal, or patience ends. */
export async function settled(product: Product, readers: Reader[], patience: number): Promise<number> {
  const begun = Date.now();
  const waiting = new Set(readers);
  while (waiting.size > 0 && Date.now() - begun < patience) {
    for (const reader of waiting)
      if (reader.isOpen() && !reader.isCatchingUp() && (await faultOf(product, reader)).length === 0) waiting.delete(reader);
    if (waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return Math.round((Date.now() - begun) / 1000);
}

export async function faultOf(product: Product, { talk, member, log, from, unread }: Reader): Promise<string[]> {
  const rows = (await logOf(product, talk.id)).slice(from - 1);
  const [{ n } = { n: 0 }] = await product.sql<{ n: number }>("SELECT unread AS n FROM accounts WHERE id = ?", member.id);
  const differs = rows.findIndex(({ seq, client, text, sender }, index) => {
    const shown = log[index];
    return shown?.seq !== seq || shown.client_id !== client || shown.text !== text || shown.sender !== sender;
  });
  return [
    ...(differs < 0 ? [] : [`a reader of ${talk.id} differs at ${differs + from}: ${log[differs]?.seq}`]),
    ...(log.length === rows.length ? [] : [`a reader of ${talk.id} has ${log.length} of ${rows.length} messages`]),
    ...(unread === n ? [] : [`a reader of ${talk.id} counts ${unread} unread instead of ${n}`]),
  ];
}
