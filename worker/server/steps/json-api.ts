import { createApi } from "#worker/server/api/api.ts";
import { finish } from "#worker/server/edge/headers.ts";
import { pathOf, type Step } from "./step.ts";

/** `/api/…`: the calls, the live socket and the notices of payment providers. */
export function jsonApi(): Step {
  const api = createApi();
  return async ({ req, var: { edge, env }, executionCtx }, next) => {
    return pathOf(req).startsWith("/api/") ? finish(await api.fetch(req.raw, env, executionCtx), edge) : next();
  };
}
