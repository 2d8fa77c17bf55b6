import { edge } from "#worker/server/edge/edge.ts";

/** Invalid return paths: not pages, state changes, or redirect loops. */
const NO_PAGE = /^\/+(api|media|dev|login|signup|signup-matches|complete-signup)(\/|$)/;

/** A path of this site, else the search. The URL parser reads backslashes, tabs and newlines as browsers do. */
export function nextPath(path: FormDataEntryValue | null | undefined): string {
  const { url } = edge();
  if (typeof path !== "string" || !path.startsWith("/")) return "/members";
  const target = URL.parse(path, url.origin);
  const own = target?.origin === url.origin && !target.pathname.startsWith("//") && !NO_PAGE.test(target.pathname);
  return own ? target.pathname + target.search : "/members";
}
