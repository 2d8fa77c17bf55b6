import { withForm } from "#worker/server/api/last-resort.ts";
import { finish } from "#worker/server/edge/headers.ts";
import type { KeptPages } from "#worker/server/edge/kept-pages.ts";
import type { FetchPage, Step } from "./step.ts";

export function page(fetchPage: FetchPage, pages: KeptPages | null): Step {
  return async ({ req, var: { edge, asked } }) => {
    const answer = await withForm(req.raw, edge, fetchPage);
    return pages && asked ? pages.keep(asked, answer, edge, edge.defer) : finish(answer, edge);
  };
}
