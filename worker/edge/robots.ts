/** RFC 9309. Private pages send their own noindex. */
const ROBOTS = "User-agent: *\nDisallow: /api/\nDisallow: /media/\n";
const NO_ROBOTS = "User-agent: *\nDisallow: /\n";

/** Null for other paths. A preview of a branch is not indexed. */
export function answerRobots({ pathname }: URL, indexed: boolean): Response | null {
  if (pathname !== "/robots.txt") return null;
  return new Response(indexed ? ROBOTS : NO_ROBOTS, { headers: { "cache-control": "public, max-age=86400" } });
}
