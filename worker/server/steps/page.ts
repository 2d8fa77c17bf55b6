import { withForm } from "#worker/server/api/last-resort.ts";
import type { CachedPages } from "#worker/server/edge/cached-pages.ts";
import { finish } from "#worker/server/edge/headers.ts";
import type { FetchPage, Step } from "./step.ts";

export function page(fetchPage: FetchPage, pages: CachedPages | null): Step {
  return async ({ req, var: { edge, publicRequest } }) => {
    edge.linksSheets = pages !== null && publicRequest !== null;
    const answer = await withForm(req.raw, edge, fetchPage);
    return pages && publicRequest ? pages.store(publicRequest, answer, edge, edge.defer) : finish(answer, edge);
  };
}
