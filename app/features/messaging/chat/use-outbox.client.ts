import { useCallback, useEffect } from "react";
import type { CallError } from "#app/live/client.ts";
import { PROVED } from "#app/live/logged-out.ts";
import { type Acknowledged, type Outbox, outboxOf } from "./outbox.client.ts";
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
    const outbox = outboxOf(selfId);
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
    if (cameBack()) void outbox.proved();
    return stop;
  }, [selfId, partnerId, failed, setThread, onSent, onRefused]);

  /** Queues a message. The client id makes it idempotent, so credits are charged once. */
  const send = useCallback(
    ({ replyTo, ...sending }: Sending, conversation: string | null) => {
      const createdAt = new Date().toISOString();
      const of = { ...sending, price: price === undefined ? undefined : (sending.price ?? price) };
      const unsent: UnsentMessage = { ...of, partnerId, conversation, replyTo: replyTo ?? null, createdAt, error: null };
      setThread((now) => addPending(now, pendingFrom(unsent)));
      onRefused(null);
      void outboxOf(selfId).add(unsent);
    },
    [selfId, partnerId, price, setThread, onRefused],
  );

  const retry = useCallback(
    ({ clientId }: Pending) => {
      setThread((now) => markPending(now, clientId, { error: null }));
      onRefused(null);
      void outboxOf(selfId).retry(clientId, price);
    },
    [selfId, price, setThread, onRefused],
  );

  const discard = useCallback(
    ({ clientId }: Pending) => {
      setThread((now) => dropPending(now, clientId));
      void outboxOf(selfId).drop(clientId);
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
