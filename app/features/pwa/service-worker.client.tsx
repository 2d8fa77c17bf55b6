"use client";
import { useEffect } from "react";

/** Registers the service worker at `src`, which names build and language; a browser without them misses only the offline page. */
export function ServiceWorker({ src }: { src: string }) {
  useEffect(() => {
    // A browser may refuse (private window, storage full): nothing on the page depends on it.
    void navigator.serviceWorker?.register(src, { updateViaCache: "none" }).catch(() => undefined);
  }, [src]);
  return null;
}
