import { isRouteErrorResponse } from "react-router";
import { AppError } from "#worker/lib/errors.ts";

/** The shape that the router's error boundaries expect. */
export interface ShownError {
  status: number;
  statusText: string;
  internal: false;
  data: unknown;
}

/** A deliberate response or the router's own status; null for an unexpected error. */
export function shownError(thrown: unknown, status = 500): ShownError | null {
  if (thrown instanceof Response) return { status: thrown.status, statusText: thrown.statusText, internal: false, data: null };
  if (thrown instanceof AppError) return { status: thrown.status, statusText: "", internal: false, data: { code: thrown.code } };
  if (isRouteErrorResponse(thrown)) return { ...thrown, internal: false };
  const { type, data, init } = (thrown ?? {}) as { type?: string; data?: unknown; init?: ResponseInit | null };
  if (type !== "DataWithResponseInit") return status < 500 ? { status, statusText: "", internal: false, data: null } : null;
  return { status: init?.status ?? 500, statusText: init?.statusText ?? "", internal: false, data };
}

export function redirectOf(thrown: unknown): Response | null {
  return thrown instanceof Response && thrown.headers.has("location") ? thrown : null;
}
