"use client";
import { useEffect } from "react";

/** Tells the server, once, how long (ms) this page was looked at until it was hidden. */
export function PageLeft({ to }: { to: string }) {
  useEffect(() => {
    const path = location.pathname;
    const over = new AbortController();
    const tell = () => {
      if (over.signal.aborted) return;
      over.abort();
      navigator.sendBeacon(to, JSON.stringify({ path, ms: Math.round(performance.now()) }));
    };
    const hidden = () => document.visibilityState === "hidden" && tell();
    document.addEventListener("visibilitychange", hidden, { signal: over.signal });
    // The router's own way to another page leaves it too.
    return tell;
  }, [to]);
  return null;
}
