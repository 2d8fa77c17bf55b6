import { protect } from "#worker/server/edge/headers.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { isSecure, pathOf, type Step } from "./step.ts";

/** An operator's commands, at every host and by their own key. Only over https, except on a developer's machine (`local`). */
export function operatorTransfer(local: boolean): Step {
  return async ({ req, env }, next) => {
    if (!pathOf(req).startsWith("/operator/") || !(isSecure(req) || local)) return next();
    const transferred = await servicesOf(env).transfer(req.raw, Date.now());
    return transferred ? protect(transferred, isSecure(req)) : next();
  };
}
