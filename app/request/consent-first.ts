import { redirect } from "react-router";
import { edge } from "#worker/edge/edge.ts";
import { currentPath, pathOf } from "./path.ts";

/** Pages that use a member's data or reach others. All other pages stay open while a consent is due. */
const MEMBERS_PAGES =
  /^\/(members|chats|likes|profile|match-finder|swipe-game|credits|premium|directdebit|signup-matches|complete-signup)(\/|$)/;

/** Where a changed text is read and agreed to, and from where one comes back to the page that is being shown. */
export function consentPath(): string {
  return `/consent?next=${encodeURIComponent(edge().method === "GET" ? currentPath() : pathOf())}`;
}

/** Redirects a member with a due consent to its page. */
export async function consentFirst(): Promise<void> {
  if (MEMBERS_PAGES.test(pathOf()) && (await edge().consentDue())) throw redirect(consentPath());
}
