import { searchAsked } from "#app/features/discovery/members/search.ts";
import { pathOf } from "#app/request/path.ts";
import { edge, pageEdge } from "#worker/server/edge/edge.ts";

export function chatsAsked() {
  const { searchParams } = edge().url;
  return { cursor: searchParams.get("cursor") ?? undefined, name: searchParams.get("name")?.trim() || undefined };
}

/** Opening marks the chat read on every device and remembers it; a background refresh (.rsc) must not. */
export function chatAsked(id: string) {
  const { url, method } = edge();
  const by = url.pathname.startsWith("/members/")
    ? { profile: id }
    : { conversation: id, before: url.searchParams.get("before") ?? undefined };
  const opened = method === "GET" && !url.pathname.endsWith(".rsc") ? ("1" as const) : undefined;
  return { ...by, list: "1" as const, opened };
}

export function memberAsked(id: string) {
  const { network, sig } = edge().source;
  return { id, network, sig, similar: "1" as const };
}

export const NEW_MATCHES = { type: "new_matches" } as const;

/** Has a page's rows read together with its session, one round trip less. Its loader then makes the same calls. */
export function askAhead(): void {
  const current = pageEdge();
  if ("staff" in current || current.method !== "GET" || !current.session) return;
  const path = pathOf();
  const [, member] = /^\/(?:members|likes\/m)\/([a-z0-9]+)$/.exec(path) ?? [];
  if (member) current.join("member", memberAsked(member));
  const [, chat] = /^\/(?:chats\/([a-z0-9]+)|members\/([a-z0-9]+)\/chat)$/.exec(path)?.filter(Boolean) ?? [];
  if (chat) current.join("chat", chatAsked(chat));
  if (path === "/members") current.join("members", searchAsked(current.url.searchParams));
  if (path !== "/chats") return;
  const asked = chatsAsked();
  current.join("chats", asked);
  if (!asked.cursor && !asked.name) current.join("likes", NEW_MATCHES);
}
