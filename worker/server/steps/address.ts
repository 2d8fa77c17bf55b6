import { AppError } from "#worker/platform/errors.ts";
import { errorResponse } from "#worker/server/api/error-answer.ts";
import { checkAddress } from "#worker/server/edge/address.ts";
import { finish } from "#worker/server/edge/headers.ts";
import { refusalPage } from "./refusal-page.ts";
import { pathOf, type Step } from "./step.ts";

/** A page has one spelling: others are moved or refused. */
export const address: Step = async ({ req, var: { edge } }, next) => {
  const verdict = checkAddress(edge.url, edge.method);
  if (!verdict) return next();
  if ("moved" in verdict) return finish(new Response(null, { status: 301, headers: { location: verdict.moved } }), edge);
  const error = new AppError(verdict.refused);
  await edge.settleLanguage();
  return finish(pathOf(req).startsWith("/api/") ? errorResponse(error, edge) : refusalPage(error, edge), edge);
};
