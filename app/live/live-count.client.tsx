"use client";
import { useEffect } from "react";
import { CountBadge } from "#app/ui/badge.tsx";
import { counted } from "#app/ui/counted.ts";
import { live, useLive } from "./live.client.ts";

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

export function LiveTitle({ initial }: { initial: number }) {
  const { counters } = useLive();
  const count = counters ? counters.unread_messages + counters.new_likes : initial;
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
