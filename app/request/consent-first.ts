import { redirect } from "react-router";
import { edge } from "#worker/server/edge/edge.ts";
import { currentPath, pathOf } from "./path.ts";

/** Pages that use a member's data or reach others. Other pages stay open while a consent is due. */
const MEMBERS_PAGES =
  /^\/(members|chats|likes|profile|match-finder|swipe-game|credits|premium|directdebit|signup-matches|complete-signup)(\/|$)/;

export function consentPath(): string {
  return `/consent?next=${encodeURIComponent(edge().method === "GET" ? currentPath() : pathOf())}`;
}

export async function consentFirst(): Promise<void> {
  if (MEMBERS_PAGES.test(pathOf()) && (await edge().consentDue())) throw redirect(consentPath());
}
