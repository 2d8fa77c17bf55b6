import { edge } from "#worker/edge/edge.ts";

/**
 * Where to go after logging in: a path of this site, or the search. Another site is never gone to, in whatever
 * spelling: a browser reads backslashes as slashes and drops tabs and newlines, and so does the URL parser here.
 */
export function nextPath(wanted: FormDataEntryValue | null | undefined): string {
  const { url } = edge();
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return "/members";
  const target = URL.parse(wanted, url.origin);
  return target?.origin === url.origin && !target.pathname.startsWith("//") ? target.pathname + target.search : "/members";
}
