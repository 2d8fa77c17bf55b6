"use client";
import { useEffect } from "react";
import { tell as send } from "#app/ui/author.ts";

/** Reports once how long (ms) the page was visible before it was hidden. */
export function PageLeft({ to }: { to: string }) {
  useEffect(() => {
    const path = location.pathname;
    const over = new AbortController();
    const tell = () => {
      if (over.signal.aborted) return;
      over.abort();
      send(to, JSON.stringify({ path, ms: Math.round(performance.now()) }));
    };
    const hidden = () => document.visibilityState === "hidden" && tell();
    document.addEventListener("visibilitychange", hidden, { signal: over.signal });
    // Client-side navigation also leaves the page.
    return tell;
  }, [to]);
  return null;
}
