import { useCallback, useEffect, useRef, useState } from "react";
import { type CallError, call } from "#app/live/client.ts";
import { live, useLive, useLiveEvents, watchChats } from "#app/live/live.client.ts";
import type { LiveEvent } from "#app/live/live-event.ts";
import { refreshPage } from "#app/page/page.ts";
import { onceIdle } from "#app/ui/busy.ts";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import type { Acknowledged } from "./outbox.client.ts";
import { delivered, hasGap, knownSeq, merge, mergeChanged, partnerRead, type Thread } from "./thread.client.ts";
import { useActions } from "./use-actions.client.ts";
import { useHistory } from "./use-history.client.ts";
import { type Sending, useOutbox } from "./use-outbox.client.ts";
import { usePhotoSheet } from "./use-photo-sheet.client.ts";
import { usePhotos } from "./use-photos.client.ts";

export interface ThreadStart {
  conversation: string | null;
  partnerId: string;
  selfId: string;
  thread: Thread;
  /** Version up to which the messages hold all changes. */
  changes: number;
  credits: number;
  /** Of a message in credits; undefined for an upstream that takes none. */
  price: number | undefined;
  online: boolean;
}

/** A refused message; its text returns to the field. */
export interface Refused {
  text: string;
  error: CallError;
}

/** In ms, as on the server. */
const ONLINE_SHOWN = 10 * 60_000;
const TYPING_SHOWN = 5_000;
const TYPING_EVERY = 3_000;
/** Refusals that a payment ends. */
const BOUGHT = /credits|premium/;

/** The partner's page says who has blocked. What is typed into a dialog may be a report. */
function leaveFor(path: string): void {
  const leave = () => location.replace(path);
  const dialog = document.querySelector("dialog[open]");
  if (dialog) dialog.addEventListener("close", leave);
  else leave();
}

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
  const changes = useRef(start.changes);
  /** Messages paid for; the credits of an answer from before one are older. */
  const paid = useRef(0);

  const add = useCallback((came: readonly Message[]) => setThread((now) => merge(now, came)), []);

  const ask = useCallback(async () => {
    if (!conversation) return;
    let after = knownSeq(known.current);
    for (let more = true; more; ) {
      const [since, paidBefore] = [changes.current, paid.current];
      const answer = await call("chat", { conversation, after, changes: since });
      add(answer.messages);
      setThread((now) => mergeChanged(now, answer.changed));
      changes.current = Math.max(since, answer.conversation?.changes ?? 0);
      setThread((now) => partnerRead(now, answer.conversation?.partner_read_seq ?? 0));
      if (paidBefore === paid.current) setCredits(answer.credits);
      setPresence({ online: answer.profile.online });
      more = answer.messages.length > 0;
      after = answer.messages.at(-1)?.seq ?? after;
      more &&= after < (answer.conversation?.last_seq ?? 0);
      more ||= answer.changed.length > 0;
    }
  }, [conversation, add]);
  /** After a failure the next epoch tries again. */
  const catchUp = useCallback(() => void ask().catch(() => {}), [ask]);

  // A page refresh brings new data: without a socket, this shows the partner's first message.
  const {
    conversation: startedAs,
    credits: startedRich,
    thread: { messages: startedWith },
  } = start;
  useEffect(() => {
    add(startedWith);
    if (startedAs) setConversation(startedAs);
    if (!paid.current) setCredits(startedRich);
  }, [startedAs, startedWith, startedRich, add]);

  // Messages may be missed before any connection opens, and between polls.
  const open = state === "open";
  const caughtUp = useRef(0);
  useEffect(() => {
    if (!open && epoch === caughtUp.current) return;
    caughtUp.current = epoch;
    catchUp();
  }, [open, epoch, catchUp]);

  // Messages may arrive out of order: the viewer's own by response, the partner's by socket or poll.
  const gap = hasGap(thread);
  useEffect(() => {
    if (gap) catchUp();
  }, [gap, catchUp]);

  /** An event has no links. */
  const refetch = useCallback(
    (of: string, seq: number) =>
      call("chat", { conversation: of, after: seq - 1 }).then(
        ({ messages }) => add(messages),
        () => {}, // the next epoch tries again
      ),
    [add],
  );

  const hear = useCallback(
    (event: LiveEvent) => {
      if (event.type === "message" && (event.conversation === conversation || event.message.sender === partnerId)) {
        setConversation(event.conversation);
        add([event.message]);
        const { photo, voice, sender } = event.message;
        if (voice || (photo && sender === selfId)) refetch(event.conversation, event.message.seq);
        if (event.message.sender === partnerId) setTyping(false);
      }
      if (event.type === "payment") {
        setRefused((now) => (now && BOUGHT.test(now.error.code) ? null : now));
        catchUp();
      }
      if (event.type === "presence" && event.profile === partnerId) setPresence({ online: event.online });
      if (!("conversation" in event) || event.conversation !== conversation) return;
      if (event.type === "ended") {
        const { pathname } = location;
        onceIdle(() => {
          if (location.pathname !== pathname) return; // a sent form has led on
          if (event.own) location.assign("/chats");
          else leaveFor(`/members/${partnerId}/chat`);
        });
      }
      if (event.type === "changed") {
        const { message } = event;
        if (!message || message.photo || message.voice) return catchUp();
        // A version that skips one is asked for with the next catch-up.
        if (message.version === changes.current + 1) changes.current++;
        setThread((now) => mergeChanged(now, [message]));
      }
      if (event.type === "read") setThread((now) => partnerRead(now, event.seq));
      if (event.type === "delivered") {
        setThread((now) => delivered(now, selfId, event.seq));
        setPresence({ online: true }); // only sent where both show their presence
      }
      if (event.type === "typing") setTyping(true);
    },
    [conversation, partnerId, selfId, add, catchUp, refetch],
  );
  useLiveEvents(hear);

  useEffect(() => {
    if (!presence.online) return;
    const timer = setTimeout(() => setPresence({ online: false }), ONLINE_SHOWN);
    return () => clearTimeout(timer);
  }, [presence]);

  useEffect(
    () =>
      watchChats(({ chats }) => {
        const row = chats.find(({ profile }) => profile.id === partnerId);
        if (row) setPresence({ online: row.profile.online });
      }),
    [partnerId],
  );

  useEffect(() => {
    if (!typing) return;
    const timer = setTimeout(() => setTyping(false), TYPING_SHOWN);
    return () => clearTimeout(timer);
  }, [typing]);

  const { drawn, settled, ...photos } = usePhotoSheet(thread, known, usePhotos());
  const markRead = useMarkRead(conversation, partnerId, drawn);

  const onSent = useCallback(
    ({ message, credits: left }: Acknowledged["answer"]) => {
      add([message]);
      paid.current++;
      setCredits(left);
      setConversation(message.conversation);
    },
    [add],
  );
  const onRefused = useCallback((now: Refused | null) => {
    setRefused(now);
    if (now?.error.code === "price_changed" || now?.error.code === "fictional_unconfirmed") void refreshPage();
  }, []);
  const { price } = start;
  const { send: queue, retry, discard } = useOutbox({ selfId, partnerId, failed, price, setThread, onSent, onRefused });
  const history = useHistory(conversation, known, setThread, settled);
  const { toNewest } = history;
  const typedAt = useRef(0);
  const send = useCallback(
    (sending: Sending) => {
      // The message ends what the partner sees of the typing.
      typedAt.current = 0;
      toNewest();
      queue(sending, conversation);
    },
    [queue, conversation, toNewest],
  );
  const actions = useActions(add);

  const type = useCallback(() => {
    if (!conversation || Date.now() - typedAt.current < TYPING_EVERY) return;
    if (live().send({ type: "typing", conversation })) typedAt.current = Date.now();
  }, [conversation]);

  return {
    thread: drawn,
    conversation,
    credits,
    typing,
    online: presence.online,
    refused,
    send,
    retry,
    ...history,
    ...photos,
    type,
    discard,
    markRead,
    ...actions,
  };
}

/** Sends the read position: only while the page is visible and focused, once per message. */
function useMarkRead(conversation: string | null, partnerId: string, thread: Thread) {
  const reported = useRef(thread.readSeq);
  const newest = thread.messages.findLast((message) => message.sender === partnerId)?.seq ?? 0;
  const markRead = useCallback(() => {
    if (!conversation || newest <= reported.current || document.visibilityState !== "visible" || !document.hasFocus()) return;
    const seq = newest;
    reported.current = seq;
    live()
      .count(call("readChat", { conversation, seq }), ({ unread_messages }) => ({ unread_messages }))
      .catch(() => {
        reported.current = 0; // the next focus tries again
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
