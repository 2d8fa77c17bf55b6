import { AppError } from "#worker/platform/errors.ts";
import { finish } from "#worker/server/edge/headers.ts";
import { refusalPage } from "./refusal-page.ts";
import { pathOf, type Step } from "./step.ts";

/** Pages are read, and forms post to the page's address. A page's data (`.rsc`) is only read. */
export const pageMethods: Step = async ({ req, var: { edge } }, next) => {
  const allowed = ["GET", "HEAD", "OPTIONS", ...(/\.rsc$/.test(pathOf(req)) ? [] : ["POST"])];
  if (edge.method !== "OPTIONS" && allowed.includes(edge.method)) return next();
  const answer =
    edge.method === "OPTIONS" ? new Response(null, { status: 204 }) : refusalPage(new AppError("method_not_allowed"), edge);
  answer.headers.set("allow", allowed.join(", "));
  return finish(answer, edge);
};
