"use client";
import { type ComponentType, startTransition, useEffect, useEffectEvent, useState } from "react";
import { preload } from "react-dom";
import { call } from "#app/live/client.ts";
import { SETTLE } from "#app/live/list-refresh.ts";
import { live } from "#app/live/live.client.ts";
import type { LiveEvent } from "#app/live/live-event.ts";
import { watchFollowed } from "#app/page/page.ts";
import { isInteracting, whenNotInteracting } from "#app/ui/interacting.ts";
import type { LikeDialogProps, LikeDialogViewProps, NewLike, Shown } from "./like-dialog-view.client.tsx";
import { useMatchAhead } from "./use-match-ahead.client.ts";

/** In ms: every minute while the page is visible; first after 5 s, like other polls. */
const FIRST = 5_000;
const EVERY = 60_000;
/** In ms. Without a response by then, the dialog shows a link to the chat. */
const CHAT_WAIT = 5_000;
/** In ms: delay before the lists refresh. */
const RELOAD_AFTER = 500;

const loadView = () => import("./like-dialog-view.client.tsx");

/** The dialog is loaded with its first like. */
interface Opened {
  like: Shown;
  View: ComponentType<LikeDialogViewProps>;
}

/** Polls for new likes; the server returns each once, to the first page that asks. */
export function LikeDialog(props: LikeDialogProps) {
  const [shown, setShown] = useState<Opened | null>(null);
  const isQuiet = useEffectEvent(() => props.quiet);
  const loadMatch = useEffectEvent(({ searchParams }: URL) => {
    if (!searchParams.has("match")) return;
    for (const href of props.matchSheets) preload(href, { as: "style", crossOrigin: "anonymous" });
    void Promise.allSettled([loadView(), import("#app/ui/flash-message.client.tsx")]);
  });
  // A transition waits for the style sheets.
  useEffect(() => askForNew(isQuiet, (opened) => startTransition(() => setShown(opened))), []);
  // The page of a match waits for its files.
  useEffect(() => watchFollowed(loadMatch), []);
  const sheets = [...props.sheets, ...props.matchSheets];
  const { ahead, close } = useMatchAhead(sheets);
  return (
    <>
      {shown && <shown.View {...props} key={shown.like.id} like={shown.like} onClose={() => setShown(null)} />}
      {ahead && <ahead.View mine={props.mine} onClose={close} sheets={sheets} texts={props.texts} theirs={ahead.theirs} />}
    </>
  );
}

/** Refreshes the likes for the badge and for pages that list them. */
function askForLikes({ id, match }: NewLike): void {
  setTimeout(() => live().report({ type: "like", profile: id, match }), RELOAD_AFTER - SETTLE);
  setTimeout(() => {
    live()
      .count(call("likes", {}), ({ new_likes }) => ({ new_likes }))
      .catch(() => {}); // the next poll retries
  }, RELOAD_AFTER);
}

/** Each minute, and at once after a match. Its live event also loads the page anew, which marks the like as seen. */
function askForNew(isQuiet: () => boolean, show: (opened: Opened) => void): () => void {
  const over = new AbortController();
  let due = Date.now() + FIRST;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    clearTimeout(timer);
    // A visible page restarts the poll.
    if (document.visibilityState !== "visible") return;
    const wait = due - Date.now();
    if (wait <= 0) due = Date.now() + EVERY;
    timer = setTimeout(ask, wait > 0 ? wait : EVERY);
    if (wait > 0 || isInteracting()) return;
    // No retry: a lost like remains in the list, and a second request would return another one.
    const found = await call("autoLike", {}, { retries: 0, signal: over.signal }).catch(() => null);
    if (!found) return;
    askForLikes(found);
    if (isQuiet()) return;
    const once = { retries: 0, signal: AbortSignal.any([over.signal, AbortSignal.timeout(CHAT_WAIT)]) };
    const [chat, view] = await Promise.all([
      found.match ? call("chat", { profile: found.id }, once).catch(() => null) : null,
      loadView().catch(() => null),
    ]);
    if (view) whenNotInteracting(() => show({ like: { ...found, chat }, View: view.LikeDialogView }), over.signal);
  };
  const hear = (event: LiveEvent) => {
    if (event.type !== "like" || !event.match) return;
    due = Date.now();
    void ask();
  };
  void ask();
  const unhear = live().listen(hear);
  document.addEventListener("visibilitychange", ask, { signal: over.signal });
  return () => {
    clearTimeout(timer);
    unhear();
    over.abort();
  };
}
