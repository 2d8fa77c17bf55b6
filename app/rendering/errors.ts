import { isRouteErrorResponse } from "react-router";
import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import { pageEdge } from "#worker/server/edge/edge.ts";

/** The shape that the router's error boundaries expect. */
export interface ShownError {
  status: number;
  statusText: string;
  internal: false;
  data: unknown;
}

/** A deliberate response or the router's own status; null for an unexpected error. */
export function shownError(thrown: unknown, status = 500): ShownError | null {
  if (thrown instanceof AppError) return { status: thrown.status, statusText: "", internal: false, data: { code: thrown.code } };
  if (isRouteErrorResponse(thrown)) return { ...thrown, internal: false };
  const init = initOf(thrown);
  if (!init) return status < 500 ? { status, statusText: "", internal: false, data: null } : null;
  const data = thrown instanceof Response ? null : (thrown as { data: unknown }).data;
  return { status: init.status ?? 500, statusText: init.statusText ?? "", internal: false, data };
}

/** For a page whose database did not answer, twice. */
export function awayError(): ShownError {
  return { status: 503, statusText: "", internal: false, data: { message: pageEdge().t("error.away") } };
}

/** Logs an error that nobody has thrown on purpose. */
export function logUnexpected(error: unknown, request: string, status?: number): void {
  if (!redirectOf(error) && !shownError(error, status)) log("error", "page failed", { request, error });
}

/** Status and headers of a response or of what `data()` makes; null for any other value. */
export function initOf(value: unknown): ResponseInit | null {
  if (value instanceof Response) return value;
  const { type, init } = (value ?? {}) as { type?: unknown; init?: ResponseInit | null };
  return type === "DataWithResponseInit" ? (init ?? {}) : null;
}

export function redirectOf(thrown: unknown): Response | null {
  return thrown instanceof Response && thrown.headers.has("location") ? thrown : null;
}
