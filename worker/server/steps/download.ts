import { finish } from "#worker/server/edge/headers.ts";
import { answerDownload } from "#worker/server/endpoints/download.endpoint.ts";
import { pathOf, type Step } from "./step.ts";

/** A member's archive of their own data. */
export const download: Step = async ({ req, var: { edge } }, next) => {
  return pathOf(req).startsWith("/download/") ? finish(await answerDownload(req.raw, edge), edge) : next();
};
