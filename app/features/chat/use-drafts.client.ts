import { useCallback, useEffect, useRef } from "react";
import { useLiveEvents } from "#app/live/live.client.ts";
import { cleanText } from "#worker/lib/text.ts";
import type { LiveEvent } from "#worker/live/live.protocol.ts";
import { dropDraft, keepDraft, saveDraft } from "./kept-drafts.client.ts";

/** In ms: a pause in typing saves; a device that typed so recently is not overwritten. */
const PAUSE = 1_500;
const TYPING = 5_000;

interface Draft {
  selfId: string;
  partnerId: string;
  text: string;
  /** Seq of the quoted message. */
  replyTo: number | null;
  /** Client id of the message that the text becomes. */
  clientId: string;
  /** Another device's text, or one that the server holds and that is newer. */
  take(text: string): void;
}

/** Keeps the unsent text on the server; in the browser's storage until it is there. */
export function useDrafts(draft: Draft) {
  const now = useRef(draft);
  now.current = draft;
  /** When the unsaved text was typed (ms); 0 if all is saved. */
  const unsaved = useRef(0);
  const typedAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const isTyping = useCallback(() => unsaved.current > 0 || Date.now() - typedAt.current < TYPING, []);

  const save = useCallback(
    async (leaving = false) => {
      clearTimeout(timer.current);
      const at = unsaved.current;
      if (at === 0) return;
      unsaved.current = 0;
      const { selfId, partnerId, text, replyTo, clientId } = now.current;
      try {
        const answer = await saveDraft(partnerId, { text, replyTo, clientId, at }, leaving);
        dropDraft(selfId, partnerId, at);
        const kept = answer.draft?.text ?? "";
        const isNewest = typedAt.current <= at && now.current.clientId === clientId;
        if (kept !== cleanText(text) && isNewest && !isTyping()) now.current.take(kept);
      } catch {
        // The next pause, or the connection, tries again. A sent text has no draft.
        if (now.current.clientId === clientId) unsaved.current ||= at;
      }
    },
    [isTyping],
  );

  /** `at`: when the text was typed; earlier for one that was kept here. */
  const typed = useCallback(
    (text: string, at = Date.now()) => {
      const { selfId, partnerId, replyTo, clientId } = now.current;
      keepDraft(selfId, partnerId, { text, replyTo, clientId, at });
      unsaved.current = at;
      typedAt.current = at;
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE);
    },
    [save],
  );
  const sent = useCallback(() => {
    clearTimeout(timer.current);
    unsaved.current = 0;
    typedAt.current = Date.now();
    dropDraft(now.current.selfId, now.current.partnerId);
  }, []);

  useEffect(() => {
    const leave = () => document.visibilityState === "hidden" && void save(true);
    const back = () => void save();
    document.addEventListener("visibilitychange", leave);
    addEventListener("online", back);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      removeEventListener("online", back);
      void save(true);
    };
  }, [save]);

  /** The draft of a later page, which may have come without an event. */
  const offered = useCallback(
    (text: string) => {
      if (!isTyping()) now.current.take(text);
    },
    [isTyping],
  );
  const hear = useCallback(
    (event: LiveEvent) => {
      const { partnerId, clientId, text, take } = now.current;
      if (isTyping()) return;
      if (event.type === "draft" && event.profile === partnerId && event.client !== clientId) take(event.text);
      if (event.type === "message" && event.message.sender !== partnerId && event.message.text === cleanText(text)) take("");
    },
    [isTyping],
  );
  useLiveEvents(hear);
  return { typed, sent, offered };
}
