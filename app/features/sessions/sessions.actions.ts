"use server";
import { redirectDocument } from "react-router";
import { flashPath } from "#app/request/flash.ts";
import { edge } from "#worker/edge/edge.ts";

/**
 * Ends the session by a document request, so that no member data stays in the page. (A client navigation to `/` would render
 * the root alone.)
 */
export async function logOut(): Promise<void> {
  await edge().backend.logout({});
  throw redirectDocument(flashPath("/", "logged_out"));
}
