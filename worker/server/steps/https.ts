import { protect } from "#worker/server/edge/headers.ts";
import { requireHttps } from "#worker/server/edge/https.ts";
import { isSecure, type Step } from "./step.ts";

/** Plain http is spoken on a developer's machine only. */
export const https: Step = async ({ req: { raw: request } }, next) => {
  const insecure = requireHttps(request);
  return insecure ? protect(insecure, isSecure(request)) : next();
};
