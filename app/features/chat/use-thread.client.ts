import { useCallback, useEffect, useRef, useState } from "react";
import { type CallError, call } from "#app/live/client.ts";
import { live, useLive, useLiveEvents } from "#app/live/live.client.ts";
import type { Message } from "#worker/chat/chat.contract.ts";
import type { LiveEvent } from "#worker/live/live.protocol.ts";
import { Outbox, type OutgoingMessage } from "./outbox.client.ts";
import {
  addPending,
  delivered,
  dropPending,
  hasGap,
  knownSeq,
  markPending,
  merge,
  type Pending,
  partnerRead,
  type Thread,
} from "./thread.client.ts";

export interface ThreadStart {
  conversation: string | null;
  partnerId: string;
  selfId: string;
  thread: Thread;
  credits: number;
  /** The partner. */
  online: boolean;
}

/** A refused message; its text returns to the field. */
export interface Refused {
  text: string;
  error: CallError;
}

/** In ms, as on the server. */
const ONLINE_SHOWN = 5 * 60_000;
const TYPING_SHOWN = 5_000;
const TYPING_EVERY = 3_000;

export function useThread(start: ThreadStart, failed: string) {
  const { partnerId, selfId } = start;
  const [thread, setThread] = useState(start.thread);
  const [conversation, setConversation] = useState(start.conversation);
  const [credits, setCredits] = useState(start.credits);
  const [typing, setTyping] = useState(false);
  // A new object for each answer: the same presence lasts anew.
  const [presence, setPresence] = useState({ online: start.online });
  const [refused, setRefused] = useState<Refused | null>(null);
  const { epoch, state } = useLive();
  const known = useRef(thread);
  known.current = thread;

  const add = useCallback((came: readonly Message[]) => setThread((now) => merge(now, came)), []);

  /** Fetches all messages after the last known seq, page by page. */
  const catchUp = useCallback(async () => {
    if (!conversation) return;
    let after = knownSeq(known.current);
    for (let more = true; more; ) {
      const answer = await call("chat", { conversation, after });
      add(answer.messages);
      setThread((now) => partnerRead(now, answer.conversation?.partner_read_seq ?? 0));
      setCredits(answer.credits);
      setPresence({ online: answer.profile.online });
      more = answer.messages.length > 0;
      after = answer.messages.at(-1)?.seq ?? after;
      more &&= after < (answer.conversation?.last_seq ?? 0);
    }
  }, [conversation, add]);

  // A page refresh brings new data: without a socket, this shows the partner's first message.
  const {
    conversation: startedAs,
    thread: { messages: startedWith },
  } = start;
  useEffect(() => {
    add(startedWith);
    if (startedAs) setConversation(startedAs);
  }, [startedAs, startedWith, add]);

  // Messages may be missed before any connection opens, and between polls.
  const open = state === "open";
  const caughtUp = useRef(0);
  useEffect(() => {
    if (!open && epoch === caughtUp.current) return;
    caughtUp.current = epoch;
    catchUp().catch(() => {}); // the next epoch tries again
  }, [open, epoch, catchUp]);

  // Messages may arrive out of order: the viewer's own by response, the partner's by socket or poll.
  const gap = hasGap(thread);
  useEffect(() => {
    if (gap) catchUp().catch(() => {}); // the gap stays until the next epoch
  }, [gap, catchUp]);

  const hear = useCallback(
    (event: LiveEvent) => {
      if (event.type === "message" && (event.conversation === conversation || event.message.sender === partnerId)) {
        setConversation(event.conversation);
        add([event.message]);
        if (event.message.sender === partnerId) setTyping(false);
      }
      if (!("conversation" in event) || event.conversation !== conversation) return;
      // Own block: the chat list. Blocked by the partner: a reload shows the server's message.
      if (event.type === "ended") event.own ? location.assign("/chats") : location.reload();
      if (event.type === "read") setThread((now) => partnerRead(now, event.seq));
      if (event.type === "delivered") {
        setThread((now) => delivered(now, selfId, event.seq));
        setPresence({ online: true }); // only sent where both show their presence
      }
      if (event.type === "typing") setTyping(true);
    },
    [conversation, partnerId, selfId, add],
  );
  useLiveEvents(hear);

  useEffect(() => {
    if (!presence.online) return;
    const timer = setTimeout(() => setPresence({ online: false }), ONLINE_SHOWN);
    return () => clearTimeout(timer);
  }, [presence]);

  useEffect(() => {
    if (!typing) return;
    const timer = setTimeout(() => setTyping(false), TYPING_SHOWN);
    return () => clearTimeout(timer);
  }, [typing]);

  const markRead = useMarkRead(conversation, partnerId, thread);

  const outbox = useRef<Outbox | null>(null);
  const deps = {
    async post({ clientId, text }: OutgoingMessage) {
      const to = conversation ? { conversation } : { profile: partnerId };
      const answer = await call("sendMessage", { ...to, text, client_id: clientId }, { retries: 0 });
      add([answer.message]);
      setCredits(answer.credits);
      setConversation(answer.message.conversation);
    },
    waiting: ({ clientId }: OutgoingMessage) => setThread((now) => markPending(now, clientId, { waiting: true })),
    failed({ clientId, text }: OutgoingMessage, error: CallError) {
      if (error.status >= 500) {
        setThread((now) => markPending(now, clientId, { error: error.message || failed, waiting: false }));
        return;
      }
      setThread((now) => dropPending(now, clientId));
      setRefused({ text, error });
    },
  };
  outbox.current ??= new Outbox(deps);
  outbox.current.use(deps);

  /** Queues a message, or retries it. The client id makes it idempotent, so credits are charged once. */
  const send = useCallback((text: string, clientId: string) => {
    setThread((now) => addPending(now, { clientId, text, createdAt: new Date().toISOString(), error: null }));
    setRefused(null);
    outbox.current?.add({ clientId, text });
  }, []);

  useEffect(() => {
    if (open) outbox.current?.wake();
    const wake = () => outbox.current?.wake();
    addEventListener("online", wake);
    return () => removeEventListener("online", wake);
  }, [open]);
  useKeptPending(thread, start, setThread, send);

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

  const discard = useCallback(({ clientId }: Pending) => {
    outbox.current?.drop(clientId);
    setThread((now) => dropPending(now, clientId));
  }, []);

  return { thread, conversation, credits, typing, online: presence.online, refused, send, older, type, discard, markRead };
}

/** Keeps unsent messages in sessionStorage; a reload resends them. The client id prevents double charges. */
function useKeptPending(
  { pending, messages: arrived }: Thread,
  { selfId, partnerId }: Pick<ThreadStart, "selfId" | "partnerId">,
  setThread: (change: (now: Thread) => Thread) => void,
  send: (text: string, clientId: string) => void,
) {
  const key = `pending:${selfId}:${partnerId}`;
  const restored = useRef(false);
  useEffect(() => {
    if (restored.current) return;
    restored.current = true;
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "[]") as Pending[];
    sessionStorage.removeItem(key);
    for (const one of kept) {
      // The server has the message; only its response was lost.
      if (arrived.some(({ client_id }) => client_id === one.clientId)) continue;
      if (one.error) setThread((now) => addPending(now, one));
      else send(one.text, one.clientId);
    }
  }, [key, arrived, setThread, send]);
  const first = useRef(true);
  useEffect(() => {
    // The first render has not restored the stored messages yet.
    if (pending.length > 0) sessionStorage.setItem(key, JSON.stringify(pending));
    else if (!first.current) sessionStorage.removeItem(key);
    first.current = false;
  }, [key, pending]);
}

/** Storage key of an unsent text. */
/** Another member may use the same tab. */
export const draftKey = (selfId: string, partnerId: string) => `draft:${selfId}:${partnerId}`;

/** Sends the read position: only while the page is visible and focused, once per message. */
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
        told.current = 0; // the next focus tries again
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
