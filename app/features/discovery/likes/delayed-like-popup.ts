import { redirect } from "react-router";
import { currentPath, pathOf } from "#app/request/path.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { trailCookie } from "#worker/server/edge/trail.ts";

/** Maximum delay in seconds. */
const LONGEST = 600;

/** Delay from the query parameter `t`, in whole seconds from 0 to 600; null without one. */
export function popupDelay(query: URLSearchParams): number | null {
  const seconds = query.get("t");
  if (seconds === null || !/^\d{1,9}(\.\d{1,9})?$/.test(seconds)) return null;
  return Math.min(LONGEST, Math.round(Number(seconds)));
}

/** A visitor's page has no script: a redirect drops `t`, a one-page cookie holds it. A member's browser drops it. */
export async function withoutDelay(): Promise<void> {
  const { url, method, trail, answer, secure, memberId } = edge();
  if (method !== "GET" || !/^\/members(\/|$)/.test(pathOf()) || (await memberId()) !== null) return;
  if (url.searchParams.has("t")) {
    answer.append("set-cookie", trailCookie({ ...trail, popup: popupDelay(url.searchParams) }, secure));
    const there = new URL(currentPath(), url);
    there.searchParams.delete("t");
    throw redirect(there.pathname + there.search);
  }
  if (trail.popup !== null) answer.append("set-cookie", trailCookie({ ...trail, popup: null }, secure));
}
