import { redirect } from "react-router";
import { edge } from "#worker/edge/edge.ts";
import { currentPath, pathOf } from "./path.ts";

/**
 * Pages that use what a member said, or reach others. All else stays open while a consent is due: the texts themselves,
 * settings, one's data, the way out, and what one has paid for.
 */
const MEMBERS_PAGES =
  /^\/(members|chats|likes|profile|match-finder|swipe-game|credits|premium|directdebit|signup-matches|complete-signup)(\/|$)/;

/** Where a changed text is read and agreed to, and from where one comes back to the page that is being shown. */
export function consentPath(): string {
  return `/consent?next=${encodeURIComponent(edge().method === "GET" ? currentPath() : pathOf())}`;
}

/** Leads a member for whom a text has changed to the page that asks anew. */
export async function consentFirst(): Promise<void> {
  if (MEMBERS_PAGES.test(pathOf()) && (await edge().consentDue())) throw redirect(consentPath());
}
