import { AppError } from "#worker/platform/errors.ts";
import { isSafe } from "#worker/platform/methods.ts";
import { errorResponse } from "#worker/server/api/error-answer.ts";
import { plainPage } from "#worker/server/api/plain-page.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { finish } from "#worker/server/edge/headers.ts";
import { homeLink } from "./refusal-page.ts";
import type { Step } from "./step.ts";

/** The preview of a domain is read only: no sign-up, mail, payment or anything else. */
export const preview: Step = async ({ var: { edge } }, next) => {
  if (edge.domain.previewUntil === null || isSafe(edge.method)) return next();
  return finish(refusal(edge), edge);
};

function refusal(edge: Edge): Response {
  if (edge.url.pathname.startsWith("/api/")) return errorResponse(new AppError("forbidden"), edge);
  return plainPage(403, edge.language, edge.t("notices.preview.refused"), homeLink(edge), edge.nonce);
}
