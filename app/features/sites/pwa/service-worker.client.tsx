"use client";
import { useEffect } from "react";
import { live } from "#app/live/live.client.ts";
import { serviceWorkers, tabStorage, workerRegistration } from "#app/ui/storage.ts";

/** Registers the service worker; its URL holds build and language. Without it only push and the offline page are missing. */
export function ServiceWorker({ src }: { src: string }) {
  useEffect(() => {
    const workers = serviceWorkers();
    // The browser may refuse (private window, full storage); the page does not depend on it.
    void workers?.register(src, { updateViaCache: "none" }).catch(() => undefined);
    // Push state keeps the last message received.
    const hear = ({ data }: MessageEvent) => data?.type === "push" && tabStorage.keep("push-last", data);
    const clear = () => void closeShown();
    workers?.addEventListener("message", hear);
    document.addEventListener("visibilitychange", clear);
    const unlisten = live().listen((event) => event.type === "counters" && void closeShown(event.counters.unread_messages));
    clear();
    return () => {
      workers?.removeEventListener("message", hear);
      document.removeEventListener("visibilitychange", clear);
      unlisten();
    };
  }, [src]);
  return null;
}

/** Closes the notifications of the open conversation, and of all when nothing is unread. */
async function closeShown(unread?: number): Promise<void> {
  const registration = await workerRegistration();
  const shown = (await registration?.getNotifications()) ?? [];
  const conversation = document.visibilityState === "visible" && /^\/chats\/([^/]+)/.exec(location.pathname)?.[1];
  for (const notification of shown)
    if (notification.tag.startsWith("chat-") && (unread === 0 || notification.tag === `chat-${conversation}`))
      notification.close();
}
