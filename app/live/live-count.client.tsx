"use client";
import { useEffect } from "react";
import { CountBadge } from "#app/ui/badge.tsx";
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
  const label = labels[new Intl.PluralRules(language).select(count)] ?? labels.other ?? "";
  return (
    <CountBadge
      count={count}
      label={label.replace("{{count}}", String(count))}
      variant={kind === "unread_messages" ? "unread" : "new"}
    />
  );
}

export function LiveTitle({ initial }: { initial: number }) {
  const { counters } = useLive();
  const count = counters ? counters.unread_messages + counters.new_likes : initial;
  useEffect(() => live().rendered(initial), [initial]);
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, "");
    document.title = count > 0 ? `(${count}) ${title}` : title;
    // Spec section 4: failure is ignored, the badge is an extra.
    if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => {});
  });
  return null;
}
