import { pathOf } from "#app/request/path.ts";
import { edge } from "#worker/edge/edge.ts";
import type { Situation } from "./conditions.ts";

export async function situation(): Promise<Situation> {
  const { user, dismissals } = edge();
  return { path: pathOf(), user: await user(), dismissals };
}
