"use server";
import { redirect } from "react-router";
import { edge } from "#worker/edge/edge.ts";

/** Ends this session and shows the front page. */
export async function logOut(): Promise<void> {
  await edge().backend.logout({});
  throw redirect("/");
}
