import { landerOfPath } from "#worker/people/identity/landers.vocabulary.ts";
import { inDatabase } from "#worker/platform/databases.ts";
import { isPersonsView } from "#worker/server/edge/persons-view.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { pathOf, type Step } from "./step.ts";

/** Counts openings of landing pages after the answer, also of those that come from the cache. */
export const landerViews: Step = async (c, next) => {
  const now = Date.now();
  await next();
  const lander = landerOfPath(pathOf(c.req));
  if (lander === undefined || !isPersonsView(c.req.raw, c.res.status)) return;
  const domain = c.var.publicRequest?.page.domain ?? c.var.edge?.domain;
  if (!domain || domain.previewUntil !== null) return;
  c.executionCtx.waitUntil(servicesOf(inDatabase(c.env, domain.database)).views.count(domain.id, lander, now));
};
