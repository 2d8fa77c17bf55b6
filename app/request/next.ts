import { edge } from "#worker/edge/edge.ts";

/** Paths that are no pages to come back to: they answer machines, change something, or lead in a circle. */
const NO_PAGE = /^\/+(api|media|dev|login|signup|signup-matches|complete-signup)(\/|$)/;

/**
 * The target after log-in: a page of this site, else the search. Never another site: the URL parser reads backslashes, tabs
 * and newlines as a browser does.
 */
export function nextPath(wanted: FormDataEntryValue | null | undefined): string {
  const { url } = edge();
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return "/members";
  const target = URL.parse(wanted, url.origin);
  const own = target?.origin === url.origin && !target.pathname.startsWith("//") && !NO_PAGE.test(target.pathname);
  return own ? target.pathname + target.search : "/members";
}
