import type { Translate } from "#locales/index.ts";
import { AppError, type ErrorBody } from "../lib/errors.ts";

/** The wire form of a refusal (product.md section 0), in the visitor's language. */
export function errorBody(error: AppError, t: Translate): ErrorBody {
  const message = t(`errors.${error.code}`, error.params);
  const body: ErrorBody = {
    error: { code: error.code, message, field: error.field, params: error.params, retry_after: error.retryAfter },
  };
  if (error.fields.length > 0) {
    body.error.fields = error.fields.map(({ field, code, params }) => ({ field, code, message: t(`errors.field.${code}`, params) }));
  }
  return body;
}

/** A refusal as a response. */
export function errorResponse(error: AppError, t: Translate): Response {
  const headers = new Headers({ "cache-control": "no-store" });
  if (error.retryAfter !== null) headers.set("retry-after", String(error.retryAfter));
  return Response.json(errorBody(error, t), { status: error.status, headers });
}

/** Any thrown thing as a refusal: what is not one becomes `internal`, is logged without personal data and shows only the request's id. */
export function toRefusal(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError("internal");
}
