import { isClosed } from "#worker/backoffice/health/configuration.ts";
import { unavailable } from "#worker/server/api/last-resort.ts";
import { protect } from "#worker/server/edge/headers.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { isSecure, pathOf, type Step } from "./step.ts";

/** Without its secrets the Worker answers nothing but its health. */
export const configuration: Step = async ({ req, env }, next) => {
  if (!isClosed(env)) return next();
  if (pathOf(req) === "/health") return protect(await servicesOf(env).health(req.raw, Date.now()), isSecure(req));
  return protect(await unavailable(req.raw, new Error("PASSWORD_PEPPER is missing"), true), isSecure(req));
};
