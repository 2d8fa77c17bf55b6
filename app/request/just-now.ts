import { edge } from "#worker/edge/edge.ts";

/** For how long (ms) a page says what has just been done. */
const SAID_FOR = 60_000;

/**
 * A path of visitors that says what has just been done. Their pages send no script that could take a mark out of the address,
 * so the mark is the time: what is reloaded, kept or sent on later says it no more.
 */
export function justNowPath(path: string, mark: string): string {
  return `${path}?${mark}=${edge().now().toString(36)}`;
}

/** Whether the page is to say so. */
export function justNow(mark: string): boolean {
  const { url, method, now } = edge();
  const age = now() - Number.parseInt(url.searchParams.get(mark) ?? "", 36);
  return method === "GET" && age >= 0 && age < SAID_FOR;
}
