import { edge } from "#worker/server/edge/edge.ts";

/** In ms: how long the URL shows the message. */
const SAID_FOR = 60_000;

/** URL with a timestamp. A visitor's page has no script to remove it, and an old link must show no stale message. */
export function flashPath(path: string, mark: string): string {
  return `${path}?${mark}=${edge().now().toString(36)}`;
}

export function hasFlash(mark: string): boolean {
  const { url, method, now } = edge();
  const age = now() - Number.parseInt(url.searchParams.get(mark) ?? "", 36);
  return method === "GET" && age >= 0 && age < SAID_FOR;
}
