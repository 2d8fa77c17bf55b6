import { isRefused } from "./author.ts";
import { completeResponse } from "./complete-response.ts";

/** In ms: React may reset a sent form within this time. */
const EMPTYING = 1_000;
const NAME = "submit-failed";

/** No response, or one from a proxy. */
class SubmitFailed extends Error {}

/** `fetch` for form posts. @throws SubmitFailed. */
export async function fetchSubmit(request: RequestInfo | URL): Promise<Response> {
  const answer = await fetch(request)
    .then(completeResponse)
    .catch(() => null);
  // Our refusals have no content type; a proxy's error page has its own.
  const ours = answer?.headers.get("content-type")?.startsWith("text/x-component") ?? answer !== null;
  if (!answer || isRefused(answer) || !ours) throw new SubmitFailed();
  return answer;
}

/** Keeps the page with its input and shows a message; the error page would lose both. */
export function keepPageOnFailure(error: unknown): void {
  if (!(error instanceof SubmitFailed)) throw error;
  const keep = (event: Event) => event.preventDefault();
  addEventListener("reset", keep, { capture: true });
  setTimeout(() => removeEventListener("reset", keep, { capture: true }), EMPTYING);
  dispatchEvent(new Event(NAME));
}

/** Calls back with true after a failed submit, and with false at the next one. */
export function watchFailedSubmit(watcher: (failed: boolean) => void): () => void {
  const over = new AbortController();
  addEventListener(NAME, () => watcher(true), { signal: over.signal });
  addEventListener("submit", () => watcher(false), { signal: over.signal });
  return () => over.abort();
}
