import { AUTHOR } from "#worker/platform/author.ts";
import { AppError, type ErrorBody } from "#worker/platform/errors.ts";
import { refusalWords } from "#worker/platform/refusal.ts";
import type { Edge } from "#worker/server/edge/edge.ts";

type ErrorTexts = Pick<Edge, "t" | "requestId">;

/** A failure adds its request id and nothing else. */
function errorBody(error: AppError, { t, requestId }: ErrorTexts): ErrorBody {
  const message = refusalWords(error, t);
  const body: ErrorBody = {
    error: { code: error.code, message, field: error.field, params: error.params, retry_after: error.retryAfter },
  };
  if (error.fields.length > 0) {
    body.error.fields = error.fields.map(({ field, code, params, text }) => ({
      field,
      code,
      message: text ?? t(`errors.field.${code}`, params),
      params,
    }));
  }
  if (error.status >= 500) body.error.request_id = requestId;
  return body;
}

export function errorResponse(error: AppError, texts: ErrorTexts): Response {
  const headers = new Headers({ "cache-control": "private, no-store" });
  if (error.retryAfter !== null) headers.set("retry-after", String(error.retryAfter));
  const body = errorBody(error, texts);
  // A script that reads pages understands no JSON.
  if (error.code === "other_member") headers.set(AUTHOR, encodeURIComponent(body.error.message));
  return Response.json(body, { status: error.status, headers });
}

export function toRefusal(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError("internal");
}
