import { useCallback, useEffect, useRef } from "react";
import { call } from "#app/live/client.ts";
import { useLiveEvents } from "#app/live/live.client.ts";
import type { LiveEvent } from "#worker/live/live.protocol.ts";

/** In ms: a pause in typing saves; a device that typed so recently is not overwritten. */
const PAUSE = 1_500;
const TYPING = 5_000;

/** Storage key of an unsent text. Another member may use the same tab. */
export const draftKey = (selfId: string, partnerId: string) => `draft:${selfId}:${partnerId}`;

interface Draft {
  partnerId: string;
  text: string;
  /** Seq of the quoted message. */
  replyTo: number | null;
  /** Client id of the message that the text becomes. */
  clientId: string;
  /** Another device's text, or one that the server holds and that is newer. */
  take(text: string): void;
  /** Nothing needs to be kept here. */
  saved(): void;
}

/** Keeps the unsent text on the server. Offline it is kept here, and sent when the connection is back. */
export function useDrafts(draft: Draft) {
  const now = useRef(draft);
  now.current = draft;
  /** When the unsaved text was typed (ms); 0 if all is saved. */
  const unsaved = useRef(0);
  const typedAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(async (leaving = false) => {
    clearTimeout(timer.current);
    const at = unsaved.current;
    if (at === 0) return;
    unsaved.current = 0;
    const { partnerId: profile, text, replyTo: reply_to, clientId: client_id } = now.current;
    const send = leaving ? { send: (url: string, init: RequestInit) => fetch(url, { ...init, keepalive: true }) } : {};
    try {
      const answer = await call(
        "saveDraft",
        { profile, text, reply_to, client_id, age: Math.max(0, Date.now() - at) },
        { retries: 0, ...send },
      );
      if (unsaved.current === 0) now.current.saved();
      const kept = answer.draft?.text ?? "";
      const isTyping = unsaved.current > 0 || Date.now() - typedAt.current < TYPING;
      if (kept !== text.trim() && !isTyping && now.current.clientId === client_id) now.current.take(kept);
    } catch {
      unsaved.current ||= at; // the next pause, or the connection, tries again
    }
  }, []);

  /** `at`: when the text was typed; earlier for one that was kept here. */
  const typed = useCallback(
    (at = Date.now()) => {
      unsaved.current = at;
      typedAt.current = at;
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE);
    },
    [save],
  );
  /** The text was sent: sending clears the draft. */
  const sent = useCallback(() => {
    clearTimeout(timer.current);
    unsaved.current = 0;
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

  const hear = useCallback((event: LiveEvent) => {
    const { partnerId, clientId, text, take } = now.current;
    if (unsaved.current > 0 || Date.now() - typedAt.current < TYPING) return;
    if (event.type === "draft" && event.profile === partnerId && event.client !== clientId) take(event.text);
    if (event.type === "message" && event.message.sender !== partnerId && event.message.text === text.trim()) take("");
  }, []);
  useLiveEvents(hear);
  return { typed, sent };
}
