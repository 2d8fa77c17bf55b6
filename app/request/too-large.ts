import { edge } from "#worker/server/edge/edge.ts";

/** Whether the file that this page's form sent last was too large: it is refused before the form runs (worker/server/api/last-resort.ts). */
export function wasTooLarge(): boolean {
  const { form, url } = edge();
  return !form && url.searchParams.get("photo") === "too_large";
}
