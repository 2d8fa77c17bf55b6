"use client";
import { useEffect } from "react";

/** Registers the service worker; its URL holds build and language. Without it only the offline page is missing. */
export function ServiceWorker({ src }: { src: string }) {
  useEffect(() => {
    // The browser may refuse (private window, full storage); the page does not depend on it.
    void navigator.serviceWorker?.register(src, { updateViaCache: "none" }).catch(() => undefined);
  }, [src]);
  return null;
}
