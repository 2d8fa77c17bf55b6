"use client";
import { useCallback, useEffect, useState } from "react";
import { CountBadge, Dot } from "#app/ui/badge.tsx";
import { counted } from "#app/ui/counted.ts";
import { live, useLive, useLiveEvents } from "./live.client.ts";
import type { LiveEvent } from "./live-event.ts";

export interface LiveCountProps {
  kind: "unread_messages" | "new_likes";
  initial: number;
  language: string;
  /** Screen-reader labels by plural category, with `{{count}}`. */
  labels: Record<string, string>;
}

export function LiveCount({ kind, initial, language, labels }: LiveCountProps) {
  const { counters } = useLive();
  const count = counters?.[kind] ?? initial;
  return (
    <CountBadge count={count} label={counted(labels, count, language)} variant={kind === "unread_messages" ? "unread" : "new"} />
  );
}

export interface LiveNewsProps {
  initial: number;
  language: string;
  labels: Record<string, string>;
}

/** A dot beside the bell; screen readers hear the number. */
export function LiveNews({ initial, language, labels }: LiveNewsProps) {
  const count = useNews(initial);
  return count > 0 && <Dot label={counted(labels, count, language)} />;
}

/** Grows while the page is open; a new page counts anew. */
function useNews(initial: number): number {
  const [counted, setCounted] = useState({ initial, since: 0 });
  if (counted.initial !== initial) setCounted({ initial, since: 0 });
  const listener = useCallback(({ type }: LiveEvent) => {
    if (type === "news") setCounted(({ initial, since }) => ({ initial, since: since + 1 }));
  }, []);
  useLiveEvents(listener);
  return initial + counted.since;
}

/** `initial` is the sum of unread messages and new likes. */
export function LiveTitle({ initial, news }: { initial: number; news: number }) {
  const { counters } = useLive();
  const count = useNews(news) + (counters ? counters.unread_messages + counters.new_likes : initial);
  useEffect(() => live().rendered(initial), [initial]);
  // A new page brings its own title.
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, "");
    const now = count > 0 ? `(${count}) ${title}` : title;
    if (now !== document.title) document.title = now;
  });
  useEffect(() => {
    // Failure is ignored: the badge is an extra.
    if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => {});
  }, [count]);
  return null;
}
