import { useEffect, useSyncExternalStore } from "react";
import { authorHeaders, tell } from "#app/ui/author.ts";
import { serviceWorkers, workerRegistration } from "#app/ui/storage.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { call } from "./client.ts";
import { type ConnectionSnapshot, LiveConnection } from "./connection.ts";
import { readCounts } from "./counted.ts";
import type { LiveEvent } from "./live-event.ts";
import { redirectToLogin } from "./logged-out.ts";

/** In ms: a log-in ends the session of its browser before its answer brings the next one's cookie. */
const COOKIE_ARRIVES = 1_000;

let shared: LiveConnection | undefined;

type Watcher<N extends "chats" | "user"> = (answer: CallOutput<N>) => void;
const chatsWatchers = new Set<Watcher<"chats">>();
const userWatchers = new Set<Watcher<"user">>();

/** Hears the chats of each poll: it brings what no event tells, such as presence. */
export function watchChats(watcher: Watcher<"chats">): () => void {
  chatsWatchers.add(watcher);
  return () => chatsWatchers.delete(watcher);
}

/** Hears the member's own facts of each poll, which follows a payment at once. */
export function watchUser(watcher: Watcher<"user">): () => void {
  userWatchers.add(watcher);
  return () => userWatchers.delete(watcher);
}

/** The page's only connection; browser only. */
export function live(): LiveConnection {
  if (shared) return shared;
  const connection = new LiveConnection({
    open: () => new WebSocket(liveUrl()),
    poll: async () => {
      const { user, chats } = await readCounts();
      if (chats) for (const watcher of chatsWatchers) watcher(chats);
      for (const watcher of userWatchers) watcher(user);
      // The page may be older than a purchase in another tab.
      if (user.paid_user) document.body.dataset.paid = "";
      return { unread_messages: user.unread_messages, new_likes: user.new_likes };
    },
    async hasPush() {
      const worker = await workerRegistration();
      return Boolean(await worker?.pushManager?.getSubscription());
    },
    isOnline: () => navigator.onLine,
    onLoggedOut: () => setTimeout(askWhoIsIn, COOKIE_ARRIVES),
    random: Math.random,
  });
  addEventListener("online", () => connection.wake());
  addEventListener("offline", () => connection.lose());
  serviceWorkers()?.addEventListener("message", ({ data }) => data?.type === "push" && connection.refresh());
  const show = () => connection.show(document.visibilityState === "visible");
  document.addEventListener("visibilitychange", () => {
    show();
    if (document.visibilityState === "hidden") reportHidden();
  });
  show();
  shared = connection;
  return connection;
}

/**
 * A log-in in another tab ends this session too. Its page stays, with what is typed: the member's own goes on, another's has
 * the call say so.
 */
function askWhoIsIn(): void {
  void call("user", {}).then(
    () => shared?.resume(),
    ({ code }) => code === "other_member" || redirectToLogin(),
  );
}

/** A lost report is made good by the socket's own frame. */
function reportHidden(): void {
  tell("/api/page-hidden.php", "{}");
}

function liveUrl(): string {
  const { "x-author": author = "" } = authorHeaders();
  return `${location.origin.replace(/^http/, "ws")}/api/live.php?${new URLSearchParams({ author })}`;
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
