import { useCallback, useEffect, useRef } from "react";
import { CallError } from "#app/live/client.ts";
import { PROVED } from "#app/live/logged-out.ts";
import { dropDraft, storeDraft } from "./local-drafts.client.ts";
import { isLoaded, openOutbox, watchOutbox } from "./open-outbox.client.ts";
import type { Acknowledged, Outbox } from "./outbox.client.ts";
import { addPending, dropPending, markPending, type Pending, type Thread } from "./thread.client.ts";
import type { UnsentMessage } from "./unsent-messages.client.ts";

interface Deps {
  selfId: string;
  partnerId: string;
  failed: string;
  /** Of a message in credits; undefined for an upstream that takes none. */
  price: number | undefined;
  setThread(change: (now: Thread) => Thread): void;
  onSent(answer: Acknowledged["answer"]): void;
  onRefused(refused: { text: string; error: CallError } | null): void;
}

export interface Sending {
  text: string;
  clientId: string;
  icebreaker?: string;
  replyTo?: number;
  file?: File;
  /** Of a recording. */
  levels?: string;
  /** The box beside the first paid message to a fictional profile was ticked. */
  fictionalKnown?: boolean;
  /** Of a ready line in credits. */
  price?: number;
  /** Absent where the typed text stays. */
  draftVersion?: number;
}

/** The unsent messages to one partner: shown in each tab, sent by one. */
export function useOutbox({ selfId, partnerId, failed, price, setThread, onSent, onRefused }: Deps) {
  useEffect(() => {
    const proved = cameBack();
    return watchOutbox(selfId, proved, (outbox) => {
      const show = async () => {
        const unsentMessages = await outbox.of(partnerId);
        setThread((now) => {
          const pending = pendingOf(now, unsentMessages, outbox, failed);
          return isSame(pending, now.pending) ? now : { ...now, pending };
        });
      };
      const stop = outbox.listen({
        changed: () => void show(),
        progress: (clientId, share) => setThread((now) => progressed(now, clientId, share)),
        sent: (sent) => sent.partnerId === partnerId && onSent(sent.answer),
        refused({ text, ...unsent }, error) {
          if (unsent.partnerId !== partnerId || unsent.file) return false;
          onRefused({ text, error });
          return true;
        },
      });
      void show();
      void outbox.drain();
      if (proved) void outbox.proved();
      return stop;
    });
  }, [selfId, partnerId, failed, setThread, onSent, onRefused]);

  /** Messages with a file that no outbox has stored, by client id. */
  const kept = useRef(new Map<string, UnsentMessage>());
  const queue = useCallback(
    (unsent: UnsentMessage) => {
      const { clientId, text, replyTo, draftVersion: seen = 0 } = unsent;
      // A page that is left before the outbox has come keeps the text as a draft.
      if (!isLoaded() && text) storeDraft(selfId, partnerId, { text, replyTo, clientId, at: Date.now(), seen });
      const leave = () => dropDraft(selfId, partnerId, clientId);
      const fail = () => {
        leave();
        if (unsent.file) {
          kept.current.set(clientId, unsent);
          setThread((now) => markPending(now, clientId, { error: failed }));
        } else {
          setThread((now) => dropPending(now, clientId));
          onRefused({ text, error: new CallError(0) });
        }
      };
      const add = (outbox: Outbox) => {
        kept.current.delete(clientId);
        void outbox.add(unsent);
        leave();
      };
      openOutbox(selfId).then(add, fail);
    },
    [selfId, partnerId, failed, setThread, onRefused],
  );

  /** Queues a message. The client id makes it idempotent, so credits are charged once. */
  const send = useCallback(
    ({ replyTo, ...sending }: Sending, conversation: string | null) => {
      const createdAt = new Date().toISOString();
      const of = { ...sending, price: price === undefined ? undefined : (sending.price ?? price) };
      const unsent: UnsentMessage = { ...of, partnerId, conversation, replyTo: replyTo ?? null, createdAt, error: null };
      setThread((now) => addPending(now, pendingFrom(unsent)));
      onRefused(null);
      queue(unsent);
    },
    [partnerId, price, setThread, onRefused, queue],
  );

  const retry = useCallback(
    ({ clientId }: Pending) => {
      setThread((now) => markPending(now, clientId, { error: null }));
      onRefused(null);
      const unsent = kept.current.get(clientId);
      if (unsent) queue(unsent);
      else void openOutbox(selfId).then((outbox) => outbox.retry(clientId, price));
    },
    [selfId, price, setThread, onRefused, queue],
  );

  const discard = useCallback(
    ({ clientId }: Pending) => {
      setThread((now) => dropPending(now, clientId));
      if (!kept.current.delete(clientId)) void openOutbox(selfId).then((outbox) => outbox.drop(clientId));
    },
    [selfId, setThread],
  );
  return { send, retry, discard };
}

/** True once: a reload or a way back sends nothing. */
function cameBack(): boolean {
  const here = new URL(location.href);
  if (!here.searchParams.has(PROVED)) return false;
  here.searchParams.delete(PROVED);
  history.replaceState(history.state, "", here);
  return true;
}

function progressed(now: Thread, clientId: string, share: number): Thread {
  const url = now.pending.find((one) => one.clientId === clientId)?.photo?.url;
  return url ? markPending(now, clientId, { photo: { url, share } }) : now;
}

/** Object URLs by client id. */
const urls = new Map<string, string>();

function urlOf(clientId: string, file: File): string {
  const url = urls.get(clientId) ?? URL.createObjectURL(file);
  urls.set(clientId, url);
  return url;
}

function pendingFrom({ clientId, text, replyTo, file, levels, createdAt, error }: UnsentMessage): Pending {
  const url = file && urlOf(clientId, file);
  const shown = levels ? { voice: url } : { photo: url ? { url, share: 0 } : undefined };
  return { clientId, text, replyTo: replyTo ?? undefined, ...shown, createdAt, error, waiting: false };
}

const SHOWN = ["clientId", "text", "error", "waiting", "photo", "voice", "replyTo"] as const;

function isSame(a: Pending[], b: Pending[]): boolean {
  return a.length === b.length && a.every((one, index) => SHOWN.every((key) => one[key] === b[index]?.[key]));
}

function pendingOf({ messages, pending }: Thread, unsentMessages: UnsentMessage[], outbox: Outbox, failed: string): Pending[] {
  const before = new Map(pending.map((one) => [one.clientId, one]));
  const known = new Set(unsentMessages.map(({ clientId }) => clientId));
  const shown = unsentMessages.map((unsent): Pending => {
    const { clientId, error } = unsent;
    const now = pendingFrom(unsent);
    const photo = before.get(clientId)?.photo ?? now.photo;
    return { ...now, photo, error: error === "failed" ? failed : error, waiting: outbox.waiting.has(clientId) };
  });
  const adding = pending.filter(({ clientId }) => outbox.adding.has(clientId) && !known.has(clientId));
  // The server has the message; only its response was lost.
  const left = [...shown, ...adding].filter(({ clientId }) => messages.every(({ client_id }) => client_id !== clientId));
  for (const [clientId, url] of urls) {
    if (left.some((one) => one.clientId === clientId)) continue;
    URL.revokeObjectURL(url);
    urls.delete(clientId);
  }
  return left;
}
