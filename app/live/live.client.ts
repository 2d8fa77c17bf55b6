import { useEffect, useSyncExternalStore } from "react";
import type { LiveEvent } from "#worker/live/live.protocol.ts";
import { call } from "./client.ts";
import { type ConnectionSnapshot, LiveConnection } from "./connection.ts";
import { redirectToLogin } from "./logged-out.ts";

let shared: LiveConnection | undefined;

/** The page's only connection; browser only. */
export function live(): LiveConnection {
  if (shared) return shared;
  const connection = new LiveConnection({
    open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/live.php`),
    poll: async () => {
      const [user] = await Promise.all([call("user", {}), call("chats", {}), call("likes", {})]);
      return { unread_messages: user.unread_messages, new_likes: user.new_likes };
    },
    isOnline: () => navigator.onLine,
    onLoggedOut: redirectToLogin,
    random: Math.random,
  });
  addEventListener("online", () => connection.wake());
  addEventListener("offline", () => connection.lose());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && connection.wake());
  shared = connection;
  return connection;
}

const NOTHING: ConnectionSnapshot = { state: "idle", counters: null, epoch: 0 };

// Module-level functions: new ones in each render would resubscribe each time.
const subscribe = (watcher: () => void) => live().subscribe(watcher);
const getSnapshot = () => live().getSnapshot();
const getServerSnapshot = () => NOTHING;

export function useLive(): ConnectionSnapshot {
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
}

export function useLiveEvents(listener: (event: LiveEvent) => void): void {
  useEffect(() => live().listen(listener), [listener]);
}
