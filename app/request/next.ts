import { edge } from "#worker/edge/edge.ts";

/** Paths that are no pages to come back to: they answer machines, change something, or lead in a circle. */
const NO_PAGE = /^\/+(api|media|dev|login|signup|signup-matches|complete-signup)(\/|$)/;

/**
 * Where to go after logging in: a page of this site, or the search. Another site is never gone to, in whatever
 * spelling: a browser reads backslashes as slashes and drops tabs and newlines, and so does the URL parser here.
 */
export function nextPath(wanted: FormDataEntryValue | null | undefined): string {
  const { url } = edge();
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return "/members";
  const target = URL.parse(wanted, url.origin);
  const own = target?.origin === url.origin && !target.pathname.startsWith("//") && !NO_PAGE.test(target.pathname);
  return own ? target.pathname + target.search : "/members";
}
