import { redirect } from "react-router";
import type { User } from "#worker/accounts/accounts.contract.ts";
import { edge } from "#worker/edge/edge.ts";
import { currentPath } from "./path.ts";

/** The member who is logged in; a visitor is sent to log in and comes back to this page. */
export async function requireUser(): Promise<User> {
  const user = await edge().user();
  if (!user) throw redirect(`/login?next=${encodeURIComponent(currentPath())}`);
  return user;
}

/** Where to go after logging in: a path of this site, or the search. Another site, in whatever spelling, is never gone to. */
export function nextPath(wanted: string | null | undefined): string {
  const { url } = edge();
  // A browser reads backslashes as slashes and drops tabs and newlines: the URL parser does the same here.
  const target = wanted?.startsWith("/") ? URL.parse(wanted, url.origin) : null;
  return target && target.origin === url.origin && !target.pathname.startsWith("//") ? target.pathname + target.search : "/members";
}
