"use server";
import { redirectDocument } from "react-router";
import { flashPath } from "#app/request/flash.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Uses a document request: a client navigation would keep member data in the page. */
export async function logOut(): Promise<void> {
  const { backend, hasScript, answer } = edge();
  await backend.logout({});
  // The page's script deletes unsent texts; before it runs, or where none does, the browser has to.
  if (!hasScript) answer.append("clear-site-data", '"storage"');
  throw redirectDocument(flashPath("/", "logged_out"));
}
