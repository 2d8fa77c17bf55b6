import { partnerPage } from "#worker/server/api/partner-page.ts";
import { finish } from "#worker/server/edge/headers.ts";
import { pathOf, type Step } from "./step.ts";

/** What a partner brought, by a link that an operator made. */
export const partner: Step = async ({ req, var: { edge, env } }, next) => {
  return pathOf(req).startsWith("/partner/") ? finish(await partnerPage(req.raw, edge, env), edge) : next();
};
