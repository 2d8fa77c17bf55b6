import { AppError } from "#worker/platform/errors.ts";

export type Fetch = (url: string, init: { method: string; body?: URLSearchParams; signal: AbortSignal }) => Promise<Response>;

/** In ms. */
const TIMEOUT = 10_000;
const MAX_ANSWER = 100_000;

/** @throws upstream_failed */
export async function ask(fetch: Fetch, url: string, form?: URLSearchParams): Promise<string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    const answer = await fetch(url, form ? { method: "POST", body: form, signal } : { method: "GET", signal });
    const text = await answer.text();
    if (answer.ok && text.length <= MAX_ANSWER) return text;
  } catch {
    // The URL holds a signature or a password: the error is not handed on.
  }
  throw new AppError("upstream_failed");
}
