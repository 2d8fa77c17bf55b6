import { useCallback, useEffect } from "react";
import type { CallError } from "#app/live/client.ts";
import type { Letter } from "./letters.client.ts";
import { type Acknowledged, type Outbox, outboxOf } from "./outbox.client.ts";
import { addPending, dropPending, type Pending, type Thread } from "./thread.client.ts";

interface Deps {
  selfId: string;
  partnerId: string;
  failed: string;
  setThread(change: (now: Thread) => Thread): void;
  onSent(answer: Acknowledged["answer"]): void;
  onRefused(refused: { text: string; error: CallError } | null): void;
}

/** The unsent messages to one partner: shown in each tab, sent by one. */
export function useOutbox({ selfId, partnerId, failed, setThread, onSent, onRefused }: Deps) {
  useEffect(() => {
    const outbox = outboxOf(selfId);
    const show = async () => {
      const letters = await outbox.of(partnerId);
      setThread((now) => ({ ...now, pending: pendingOf(now, letters, outbox, failed) }));
    };
    const stop = outbox.listen({
      changed: () => void show(),
      sent: (sent) => sent.partnerId === partnerId && onSent(sent.answer),
      refused({ text, ...letter }, error) {
        if (letter.partnerId !== partnerId) return false;
        onRefused({ text, error });
        return true;
      },
    });
    void show();
    void outbox.drain();
    return stop;
  }, [selfId, partnerId, failed, setThread, onSent, onRefused]);

  /** Queues a message, or retries it. The client id makes it idempotent, so credits are charged once. */
  const send = useCallback(
    (text: string, clientId: string, conversation: string | null, replyTo?: number) => {
      const createdAt = new Date().toISOString();
      setThread((now) => addPending(now, { clientId, text, replyTo, createdAt, error: null }));
      onRefused(null);
      void outboxOf(selfId).add({ clientId, partnerId, conversation, replyTo: replyTo ?? null, text, createdAt, error: null });
    },
    [selfId, partnerId, setThread, onRefused],
  );

  const discard = useCallback(
    ({ clientId }: Pending) => {
      setThread((now) => dropPending(now, clientId));
      void outboxOf(selfId).drop(clientId);
    },
    [selfId, setThread],
  );
  return { send, discard };
}

function pendingOf({ messages, pending }: Thread, letters: Letter[], outbox: Outbox, failed: string): Pending[] {
  const known = new Set(letters.map(({ clientId }) => clientId));
  const shown = letters.map(({ clientId, text, replyTo, createdAt, error }): Pending => {
    return {
      clientId,
      text,
      replyTo: replyTo ?? undefined,
      createdAt,
      error: error && (error === "failed" ? failed : error),
      waiting: outbox.waiting.has(clientId),
    };
  });
  const adding = pending.filter(({ clientId }) => outbox.adding.has(clientId) && !known.has(clientId));
  // The server has the message; only its response was lost.
  return [...shown, ...adding].filter(({ clientId }) => messages.every(({ client_id }) => client_id !== clientId));
}
