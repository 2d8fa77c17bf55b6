import { data, redirect } from "react-router";
import { AppError } from "#worker/platform/errors.ts";
import { refusalWords } from "#worker/platform/refusal.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { proofPath } from "./age-first.ts";
import { consentPath } from "./consent-first.ts";
import { currentPath } from "./path.ts";

/** Awaits a loader's call. `authentication_required` redirects to the log-in; any other error becomes the error page. */
export async function orThrow<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof AppError ? answerOf(error) : error;
  }
}

export interface Blocked {
  blocked: string;
}

/** As `orThrow`, but a block shows in the page itself, with its status. */
export async function orBlocked<T>(call: Promise<T>): Promise<T | Blocked> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "blocked") return orThrow(Promise.reject(error));
    edge().status = error.status;
    return { blocked: messageOf(error) };
  }
}

export function answerOf(error: AppError): unknown {
  if (error.code === "authentication_required") return redirect(loginPath());
  if (error.code === "age_proof_required") return redirect(proofPath());
  if (error.code === "consent_required") return redirect(consentPath());
  if (error.retryAfter !== null) edge().answer.set("retry-after", String(error.retryAfter));
  return data({ message: messageOf(error) }, { status: error.status });
}

function messageOf(error: AppError): string {
  return refusalWords(error, edge().t);
}

export function loginPath(): string {
  return `/login?next=${encodeURIComponent(currentPath())}`;
}
