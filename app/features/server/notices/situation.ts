import { signupOpen } from "#app/features/people/identity/flow.ts";
import { pathOf } from "#app/request/path.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { embedsEntryWarning, type Layout, type Situation, showsEntryWarning } from "./conditions.ts";

export async function situation(): Promise<Situation> {
  const { user, dismissals } = edge();
  return { path: pathOf(), user: await user(), dismissals };
}

export async function entryWarning(layout: Layout): Promise<"dialog" | "embedded" | null> {
  const { url, country, settings } = edge();
  const entrance = { ...(await situation()), layout, country, settings, installed: url.searchParams.has("app") };
  if (!showsEntryWarning(entrance)) return null;
  const asks = signupOpen() && !url.searchParams.has("sent");
  return asks && embedsEntryWarning(entrance) ? "embedded" : "dialog";
}
