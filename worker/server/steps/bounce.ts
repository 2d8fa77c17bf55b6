import { followBounce } from "#worker/server/edge/bounce.ts";
import { finish } from "#worker/server/edge/headers.ts";
import type { Step } from "./step.ts";

/** Logs for how long a page with the mark `lb` stayed open. */
export const bounce: Step = async ({ req, var: { edge } }, next) => {
  const marked = followBounce(req.raw, edge);
  return marked ? finish(marked, edge) : next();
};
