import type { ErrorHandler } from "hono";
import { isAway } from "#worker/platform/d1-reads.ts";
import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import { errorResponse } from "#worker/server/api/error-answer.ts";
import { isUnreadable, later, unreadUpload } from "#worker/server/api/last-resort.ts";
import { plainPage } from "#worker/server/api/plain-page.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { finish } from "#worker/server/edge/headers.ts";
import { homeLink, refusalPage } from "./refusal-page.ts";
import type { FetchPage, Steps } from "./step.ts";

/** Answers what a step threw. Before the step `site` there is nobody to answer: the runtime reports it. */
export function pageFailed(fetchPage: FetchPage): ErrorHandler<Steps> {
  return async (error, { req: { raw: request }, var: { edge } }) => {
    if (!edge) throw error;
    // In the language known so far, if the account cannot be read.
    await edge.settleLanguage().catch(() => undefined);
    const back = await unreadUpload(error, request, edge);
    return finish(back ?? (await answerTo(error, request, edge, fetchPage)), edge);
  };
}

async function answerTo(error: unknown, request: Request, edge: Edge, fetchPage: FetchPage): Promise<Response> {
  if (error instanceof AppError)
    return error.code === "other_member" ? otherMember(error, request, edge, fetchPage) : refusalPage(error, edge);
  if (request.method === "POST" && isUnreadable(error)) {
    const again = `<a href="${edge.url.pathname.replace(/[^\w/.-]/g, "")}">${edge.t("error.again")}</a>`;
    return plainPage(400, edge.language, edge.t("errors.conflict"), again, edge.nonce);
  }
  log("error", "page failed", { request: edge.requestId, error });
  if (isAway(error)) return later(plainPage(503, edge.language, edge.t("error.away"), homeLink(edge), edge.nonce));
  return plainPage(500, edge.language, edge.t("error.itself"), homeLink(edge), edge.nonce);
}

/** Another member has logged in since the page was made. */
async function otherMember(error: AppError, request: Request, edge: Edge, fetchPage: FetchPage): Promise<Response> {
  if (edge.author !== null) return errorResponse(error, edge);
  edge.status = error.status;
  return fetchPage(new Request(new URL("/other-member", request.url), { headers: request.headers }));
}
