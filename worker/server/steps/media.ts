import { protect } from "#worker/server/edge/headers.ts";
import { isSecure, pathOf, type Step } from "./step.ts";

/** Photos: the link is signed for one viewer, the side decides. */
export const media: Step = async ({ req, var: { edge } }, next) => {
  if (!pathOf(req).startsWith("/media/")) return next();
  return protect(await edge.side.media(req.raw), isSecure(req));
};
