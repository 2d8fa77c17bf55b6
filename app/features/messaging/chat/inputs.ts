import { edge } from "#worker/server/edge/edge.ts";

export function chatsInput() {
  const { searchParams } = edge().url;
  return { cursor: searchParams.get("cursor") ?? undefined, name: searchParams.get("name")?.trim() || undefined };
}

/** Opening marks the chat read on every device and remembers it; a background refresh (.rsc) must not. */
export function chatInput(id: string) {
  const { url, method } = edge();
  const by = url.pathname.startsWith("/members/")
    ? { profile: id }
    : { conversation: id, before: url.searchParams.get("before") ?? undefined };
  const opened = method === "GET" && !url.pathname.endsWith(".rsc") ? ("1" as const) : undefined;
  return { ...by, list: "1" as const, opened };
}
