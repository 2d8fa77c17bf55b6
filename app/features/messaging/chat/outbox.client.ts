import { CallError, call, delayOf } from "#app/live/client.ts";
import { live } from "#app/live/live.client.ts";
import { channelOf, exclusively } from "#app/ui/storage.ts";
import type { CallInput, CallOutput } from "#worker/server/calls.ts";
import { sendsWith } from "./sends-with.client.ts";
import { UNSENT, type UnsentMessage, UnsentMessages } from "./unsent-messages.client.ts";

type Icebreaker = CallInput<"sendMessage">["icebreaker"];

/** Retries after an error response. */
const RETRIES = 5;
/** Backoff cap while offline, in attempts: delays stop growing at 8 to 16 s. */
const LONGEST = 5;

export interface Acknowledged {
  partnerId: string;
  answer: CallOutput<"sendMessage">;
}

export interface OutboxDeps {
  unsentMessages: Pick<UnsentMessages, "all" | "put" | "remove">;
  /** Sends one unsent message; of a photo, tells the share that was sent. @throws CallError */
  post(unsent: UnsentMessage, onProgress: (share: number) => void): Promise<Acknowledged["answer"]>;
  /** Runs the work while no other tab runs it. */
  exclusively(work: () => Promise<void>): Promise<void>;
  /** Tells the member's other tabs; `null` if only the unsent messages changed. */
  broadcast(sent: Acknowledged | null): void;
}

export interface OutboxListener {
  /** Unsent messages were added, sent, refused or dropped, here or in another tab. */
  changed?(): void;
  sent?(sent: Acknowledged): void;
  /** The share, from 0 to 1, that this tab has sent of a photo. */
  progress?(clientId: string, share: number): void;
  /** True if the listener shows the refused text; the unsent message is then dropped. */
  refused?(unsent: UnsentMessage, error: CallError): boolean;
}

interface Tried {
  clientId: string;
  count: number;
}

const UNTRIED: Tried = { clientId: "", count: 0 };

/** Sends the unsent messages of one member in order, each until it is acknowledged, from one tab at a time. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #listeners = new Set<OutboxListener>();
  readonly adding = new Set<string>();
  /** Unsent messages of which an attempt had no answer. */
  readonly waiting = new Set<string>();
  #draining = false;
  /** The latest write of an unsent message. */
  #storing: Promise<unknown> = Promise.resolve();
  /** This tab knows that no unsent message is to be sent. */
  #isEmpty = false;
  /** Counts events that may have added an unsent message. */
  #additions = 0;
  #wake: (() => void) | undefined;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  listen(listener: OutboxListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  of(partnerId: string): Promise<UnsentMessage[]> {
    return this.#all().then((all) => all.filter((unsent) => unsent.partnerId === partnerId));
  }

  async add(unsent: UnsentMessage): Promise<void> {
    const leaves = this.#isEmpty && !this.#draining && this.adding.size === 0 && !unsent.file;
    this.#note();
    this.adding.add(unsent.clientId);
    const tried = leaves ? await this.#leave(unsent) : await this.#store(unsent);
    if (tried !== null) await this.drain(tried);
  }

  /** Waits for neither store nor lock: a second attempt is harmless by its client id. */
  async #leave(unsent: UnsentMessage): Promise<Tried | null> {
    this.#draining = true;
    try {
      const attempt = this.#attempt(unsent);
      const stored = this.#store(unsent);
      const outcome = await attempt;
      if (!(outcome instanceof CallError)) await this.#acknowledged(unsent, outcome, stored);
      await stored;
      if (!(outcome instanceof CallError)) return UNTRIED;
      if (outcome.isAnothers) return null;
      await this.#failed(unsent, outcome, 0);
      return { clientId: unsent.clientId, count: 1 };
    } finally {
      this.#draining = false;
    }
  }

  /** One after the other: a text does not overtake a photo that is slow to store. */
  async #store(unsent: UnsentMessage): Promise<Tried> {
    const { clientId } = unsent;
    const put = () => this.#deps.unsentMessages.put({ ...unsent, error: null }).finally(() => this.adding.delete(clientId));
    const stored = this.#storing.then(put);
    this.#storing = stored.catch(() => {}); // its caller hears of it
    await stored;
    this.#changed();
    return UNTRIED;
  }

  /** `price`: as the member is told it now. */
  async retry(clientId: string, price?: number): Promise<void> {
    const unsent = (await this.#all()).find((one) => one.clientId === clientId);
    if (unsent) await this.add({ ...unsent, price });
  }

  /** The member is back with the proof of age: sends what waited for it. */
  async proved(): Promise<void> {
    for (const unsent of await this.#all()) if (unsent.proof) await this.add({ ...unsent, proof: false });
  }

  async drop(clientId: string): Promise<void> {
    await this.#deps.unsentMessages.remove(clientId);
    this.#changed();
    this.wake();
  }

  wake(): void {
    this.#wake?.();
  }

  /** The connection is back: also sends what a closed tab left. */
  resume(): void {
    this.wake();
    if (!this.#isEmpty) void this.drain();
  }

  hear(sent: Acknowledged | null): void {
    this.#note();
    for (const listener of this.#listeners) {
      if (sent) listener.sent?.(sent);
      listener.changed?.();
    }
  }

  /** `tried`: an attempt that was made before. */
  async drain(tried = UNTRIED): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    try {
      let paused = false;
      do {
        await this.#deps.exclusively(async () => {
          paused = await this.#run(tried);
        });
        // An unsent message may have come while the lock was given back.
      } while (!paused && (await this.#next()));
    } finally {
      this.#draining = false;
    }
  }

  #note(): void {
    this.#additions++;
    this.#isEmpty = false;
  }

  async #all(): Promise<UnsentMessage[]> {
    const additions = this.#additions;
    const all = await this.#deps.unsentMessages.all();
    // An unsent message added meanwhile may be missing.
    if (additions === this.#additions) this.#isEmpty = all.every(({ error }) => error !== null);
    return all;
  }

  async #next(): Promise<UnsentMessage | undefined> {
    return (await this.#all()).find(({ error }) => error === null);
  }

  /** True if the session ended: the unsent messages stay until the member is back. */
  async #run(tried: Tried): Promise<boolean> {
    let { clientId: last, count: attempt } = tried;
    for (let unsent = await this.#next(); unsent; unsent = await this.#next()) {
      if (unsent.clientId !== last) attempt = 0;
      last = unsent.clientId;
      const outcome = await this.#attempt(unsent);
      if (!(outcome instanceof CallError)) await this.#acknowledged(unsent, outcome);
      else if (outcome.isAnothers) return true;
      else await this.#failed(unsent, outcome, attempt++);
    }
    return false;
  }

  #attempt(unsent: UnsentMessage): Promise<Acknowledged["answer"] | CallError> {
    const { clientId } = unsent;
    const onProgress = (share: number) => {
      for (const listener of this.#listeners) listener.progress?.(clientId, share);
    };
    return this.#deps.post(unsent, onProgress).catch((error: CallError) => error);
  }

  /** `stored`: the write that the removal follows. */
  async #acknowledged(
    { clientId, partnerId }: UnsentMessage,
    answer: Acknowledged["answer"],
    stored?: Promise<unknown>,
  ): Promise<void> {
    const sent = { partnerId, answer };
    this.waiting.delete(clientId);
    for (const listener of this.#listeners) listener.sent?.(sent);
    await stored;
    await this.#deps.unsentMessages.remove(clientId);
    this.#deps.broadcast(sent);
    for (const listener of this.#listeners) listener.changed?.();
  }

  async #failed(unsent: UnsentMessage, error: CallError, attempt: number): Promise<void> {
    const wait = delayOf(error, Math.min(attempt, LONGEST));
    if (wait !== null && (error.status === 0 || attempt < RETRIES)) {
      if (error.status === 0 && !this.waiting.has(unsent.clientId)) {
        this.waiting.add(unsent.clientId);
        for (const listener of this.#listeners) listener.changed?.();
      }
      return this.#pause(wait);
    }
    this.waiting.delete(unsent.clientId);
    const isProof = error.code === "age_proof_required";
    const shown = !isProof && error.status < 500 && [...this.#listeners].some((listener) => listener.refused?.(unsent, error));
    if (shown) await this.#deps.unsentMessages.remove(unsent.clientId);
    // It may have been dropped meanwhile.
    else if ((await this.of(unsent.partnerId)).some(({ clientId }) => clientId === unsent.clientId))
      await this.#deps.unsentMessages.put({ ...unsent, error: reasonOf(unsent, error), proof: isProof });
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener.changed?.();
    this.#deps.broadcast(null);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** The bubble of a photo or recording has no field beside which a reason would stand. */
function reasonOf({ file }: UnsentMessage, { fields, message }: CallError): string {
  return (file && fields[0]?.message) || message || "failed";
}

const outboxes = new Map<string, Outbox>();

/** The outbox of a member in this tab; browser only. */
export function outboxOf(memberId: string): Outbox {
  const known = outboxes.get(memberId);
  if (known) return known;
  const name = UNSENT + memberId;
  const channel = channelOf(name);
  const outbox = new Outbox({
    unsentMessages: new UnsentMessages(memberId),
    post(
      { partnerId, conversation, replyTo, text, icebreaker, file, levels, clientId, draftVersion, fictionalKnown, price },
      onProgress,
    ) {
      const whose = { client_id: clientId, sender: memberId, draft_version: draftVersion };
      const about = { ...whose, reply_to: replyTo ?? undefined, price };
      if (!file || !conversation) {
        const to = { profile: partnerId, conversation: conversation ?? undefined };
        const words = icebreaker ? { icebreaker: icebreaker as Icebreaker } : { text };
        return call("sendMessage", { ...to, ...about, ...words, fictional_known: fictionalKnown || undefined }, { retries: 0 });
      }
      const sends = { retries: 0, send: sendsWith(onProgress) };
      const sent = { conversation, ...about, file, text: text || undefined };
      if (levels) return call("sendVoice", { ...sent, levels }, sends);
      return call("sendPhoto", sent, sends);
    },
    // Without locks the client id still prevents a second message.
    exclusively: (work) => exclusively(name, work),
    broadcast: (sent) => channel?.postMessage(sent),
  });
  if (channel) channel.onmessage = ({ data }) => outbox.hear(data as Acknowledged | null);
  addEventListener("online", () => outbox.resume());
  let was = live().getSnapshot().state;
  const stop = live().subscribe(() => {
    const { state } = live().getSnapshot();
    if (state === "open") was === "open" ? outbox.wake() : outbox.resume();
    was = state;
  });
  addEventListener("pagehide", stop);
  outboxes.set(memberId, outbox);
  return outbox;
}
