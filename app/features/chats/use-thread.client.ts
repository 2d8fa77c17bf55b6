import { useCallback, useEffect, useRef, useState } from "react";
import type { Message } from "#worker/chat/chat.contract.ts";
import type { LiveEvent } from "#worker/live/live.protocol.ts";
import { CallError, call } from "#app/live/client.ts";
import { live, useLive, useLiveEvents } from "#app/live/live.client.ts";
import {
  addPending,
  delivered,
  dropPending,
  failPending,
  hasGap,
  knownSeq,
  merge,
  type Pending,
  partnerRead,
  type Thread,
} from "./thread.ts";

export interface ThreadStart {
  /** Null until the first message. */
  conversation: string | null;
  partnerId: string;
  selfId: string;
  thread: Thread;
  credits: number;
}

const TYPING_SHOWN = 5_000;
const TYPING_EVERY = 3_000;

/** An open conversation: what is known, what is being sent, and the ways to change it. */
export function useThread(start: ThreadStart, failed: string) {
  const { partnerId, selfId } = start;
  const [thread, setThread] = useState(start.thread);
  const [conversation, setConversation] = useState(start.conversation);
  const [credits, setCredits] = useState(start.credits);
  const [typing, setTyping] = useState(false);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const { epoch, state } = useLive();
  const known = useRef(thread);
  known.current = thread;

  const add = useCallback((came: readonly Message[]) => setThread((now) => merge(now, came)), []);

  /** Asks for what follows the last message known, as long as there is more. */
  const catchUp = useCallback(async () => {
    if (!conversation) return;
    let after = knownSeq(known.current);
    for (let more = true; more; ) {
      const answer = await call("chat", { conversation, after });
      add(answer.messages);
      setThread((now) => partnerRead(now, answer.conversation?.partner_read_seq ?? 0));
      setCredits(answer.credits);
      more = answer.messages.length > 0;
      after = answer.messages.at(-1)?.seq ?? after;
      more &&= after < (answer.conversation?.last_seq ?? 0);
    }
  }, [conversation, add]);

  // The page was asked for again: without a socket this is how a first message from the other is noticed.
  const {
    conversation: startedAs,
    thread: { messages: startedWith },
  } = start;
  useEffect(() => {
    add(startedWith);
    if (startedAs) setConversation(startedAs);
  }, [startedAs, startedWith, add]);

  // A connection that opens, the first one too, and each poll without one may have missed something.
  const open = state === "open";
  const caughtUp = useRef(0);
  useEffect(() => {
    if (!open && epoch === caughtUp.current) return;
    caughtUp.current = epoch;
    catchUp().catch(() => {}); // the next epoch tries again
  }, [open, epoch, catchUp]);

  // A message can overtake another: one's own comes with its answer, the other's by the socket or a poll.
  const gap = hasGap(thread);
  useEffect(() => {
    if (gap) catchUp().catch(() => {}); // the gap stays until the next epoch
  }, [gap, catchUp]);
  useKeptPending(thread.pending, partnerId, setThread, failed);

  const hear = useCallback(
    (event: LiveEvent) => {
      if (event.type === "message" && (event.conversation === conversation || event.message.sender === partnerId)) {
        setConversation(event.conversation);
        add([event.message]);
        if (event.message.sender === partnerId) setTyping(false);
      }
      if (!("conversation" in event) || event.conversation !== conversation) return;
      // The server says by whom one is blocked; whoever blocked has nothing to look at here any more.
      if (event.type === "ended") event.own ? location.assign("/chats") : location.reload();
      if (event.type === "read") setThread((now) => partnerRead(now, event.seq));
      if (event.type === "delivered") setThread((now) => delivered(now, selfId, event.seq));
      if (event.type === "typing") setTyping(true);
    },
    [conversation, partnerId, selfId, add],
  );
  useLiveEvents(hear);

  useEffect(() => {
    if (!typing) return;
    const timer = setTimeout(() => setTyping(false), TYPING_SHOWN);
    return () => clearTimeout(timer);
  }, [typing]);

  const markRead = useMarkRead(conversation, partnerId, thread);

  /** Sends, or tries again under the same client id, by which it is paid for once. False where the server refused it. */
  const send = useCallback(
    async (text: string, clientId: string) => {
      const pending: Pending = { clientId, text, createdAt: new Date().toISOString(), error: null };
      setThread((now) => addPending(now, pending));
      setRefusal(null);
      try {
        const to = conversation ? { conversation } : { profile: partnerId };
        const answer = await call("sendMessage", { ...to, text, client_id: clientId });
        add([answer.message]);
        setCredits(answer.credits);
        setConversation(answer.message.conversation);
        forgetDraft(partnerId, text);
        return true;
      } catch (error) {
        const reason = error instanceof CallError ? error : null;
        const refused = reason !== null && reason.status >= 400 && reason.status < 500;
        setThread((now) => failPending(now, clientId, reason?.fields[0]?.message || reason?.message || failed, refused));
        setRefusal(reason);
        return !refused;
      }
    },
    [conversation, partnerId, add, failed],
  );

  const older = useCallback(async () => {
    const first = known.current.messages[0]?.seq;
    if (!conversation || first === undefined) return;
    const answer = await call("chat", { conversation, before: first });
    setThread((now) => ({ ...merge(now, answer.messages), older: answer.older }));
  }, [conversation]);

  const typedAt = useRef(0);
  const type = useCallback(() => {
    if (!conversation || Date.now() - typedAt.current < TYPING_EVERY) return;
    if (live().send({ type: "typing", conversation })) typedAt.current = Date.now();
  }, [conversation]);

  const discard = useCallback(
    ({ clientId, text }: Pending) => {
      forgetDraft(partnerId, text);
      setThread((now) => dropPending(now, clientId));
    },
    [partnerId],
  );

  return { thread, conversation, credits, typing, refusal, send, older, type, discard, markRead };
}

/**
 * Keeps what is on its way with the tab, so that a reload in between loses no text and, as it keeps its client id, pays
 * for none twice: it comes back as not sent, to be tried again.
 */
function useKeptPending(
  pending: Pending[],
  partnerId: string,
  setThread: (change: (now: Thread) => Thread) => void,
  failed: string,
) {
  const key = `pending:${partnerId}`;
  useEffect(() => {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "[]") as Pending[];
    setThread((now) =>
      kept
        .filter(
          ({ clientId }) =>
            ![...now.messages.map(({ client_id }) => client_id), ...now.pending.map((one) => one.clientId)].includes(clientId),
        )
        .reduce((thread, one) => addPending(thread, { ...one, error: one.error ?? failed }), now),
    );
  }, [key, failed, setThread]);
  const first = useRef(true);
  useEffect(() => {
    // What was kept has not come back yet when the page is new; what was refused is kept as the draft.
    const going = pending.filter(({ refused }) => !refused);
    if (going.length > 0) sessionStorage.setItem(key, JSON.stringify(going));
    else if (!first.current) sessionStorage.removeItem(key);
    first.current = false;
  }, [key, pending]);
}

/** Where what is typed to a member stays until it is sent. */
export const draftKey = (partnerId: string) => `draft:${partnerId}`;

/** Sent or discarded, a text is no draft any more; one that was begun since stays. */
function forgetDraft(partnerId: string, text: string): void {
  if (sessionStorage.getItem(draftKey(partnerId)) === text) sessionStorage.removeItem(draftKey(partnerId));
}

/** Tells the server what was read: only while somebody looks, and each message once. */
function useMarkRead(conversation: string | null, partnerId: string, thread: Thread) {
  const told = useRef(thread.readSeq);
  const newest = thread.messages.findLast((message) => message.sender === partnerId)?.seq ?? 0;
  const markRead = useCallback(() => {
    if (!conversation || newest <= told.current || document.visibilityState !== "visible" || !document.hasFocus()) return;
    const seq = newest;
    told.current = seq;
    call("readChat", { conversation, seq })
      .then(({ unread_messages }) => live().count({ unread_messages }))
      .catch(() => {
        told.current = 0; // the next look at the page tries again
      });
  }, [conversation, newest]);
  useEffect(() => {
    markRead();
    addEventListener("focus", markRead);
    document.addEventListener("visibilitychange", markRead);
    return () => {
      removeEventListener("focus", markRead);
      document.removeEventListener("visibilitychange", markRead);
    };
  }, [markRead]);
  return markRead;
}
