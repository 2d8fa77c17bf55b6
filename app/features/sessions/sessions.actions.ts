"use server";
import { redirectDocument } from "react-router";
import { justNowPath } from "#app/request/just-now.ts";
import { edge } from "#worker/edge/edge.ts";

/**
 * Ends this session and shows the front page, which says so: in a document of its own, so that nothing of the member's stays.
 * (The router of a page that came alive would show an empty one: of `/` it knows the root alone, and asks for no more.)
 */
export async function logOut(): Promise<void> {
  await edge().backend.logout({});
  throw redirectDocument(justNowPath("/", "logged_out"));
}
