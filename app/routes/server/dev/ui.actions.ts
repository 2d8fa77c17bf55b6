"use server";
import { redirect } from "react-router";
import { edge } from "#worker/server/edge/edge.ts";

/** Stores a dismissal in the query; real pages store it in the account. */
export async function closeIt(data: FormData): Promise<void> {
  const query = new URLSearchParams(edge().url.search);
  query.delete("open");
  query.append("closed", String(data.get("what")));
  throw redirect(`/dev/ui?${query}`);
}
