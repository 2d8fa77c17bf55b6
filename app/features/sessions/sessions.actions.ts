"use server";
import { redirectDocument } from "react-router";
import { flashPath } from "#app/request/flash.ts";
import { edge } from "#worker/edge/edge.ts";

/** Uses a document request: a client navigation would keep member data in the page. */
export async function logOut(): Promise<void> {
  await edge().backend.logout({});
  throw redirectDocument(flashPath("/", "logged_out"));
}
