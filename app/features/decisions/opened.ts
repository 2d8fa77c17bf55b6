import { edge } from "#worker/edge/edge.ts";

/** What the address of the mail's link opens. */
export function openedDecision(): { decision: string; key: string } {
  const [decision = "", key = ""] = (edge().url.searchParams.get("open") ?? "").split(".");
  return { decision: decision || "none", key: key || "none" };
}
