import { edge } from "#worker/server/edge/edge.ts";

/** Reads decision and key from the mail's link. */
export function openedDecision(): { decision: string; key: string } {
  const [decision = "", key = ""] = (edge().url.searchParams.get("open") ?? "").split(".");
  return { decision: decision || "none", key: key || "none" };
}
