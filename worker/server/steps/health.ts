import { protect } from "#worker/server/edge/headers.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { isSecure, pathOf, type Step } from "./step.ts";

export const health: Step = async ({ req, var: { edge, env } }, next) => {
  if (pathOf(req) !== "/health") return next();
  return protect(await servicesOf(env).health(req.raw, edge.at), isSecure(req));
};
