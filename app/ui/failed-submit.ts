import { isRefused } from "./author.ts";
import { completeResponse } from "./complete-response.ts";

/** In ms: React may reset a sent form within this time. */
const EMPTYING = 1_000;
const NAME = "submit-failed";

/** RFC 9110: the body is larger than the server takes. */
const TOO_LARGE = 413;

/** No response, one from a proxy, or none to a body that was not read. */
class SubmitFailed extends Error {
  readonly tooLarge: boolean;

  constructor(answer: Response | null) {
    super();
    this.tooLarge = answer?.status === TOO_LARGE;
  }
}

/** `fetch` for form posts. @throws SubmitFailed. */
export async function fetchSubmit(request: RequestInfo | URL): Promise<Response> {
  const answer = await fetch(request)
    .then(completeResponse)
    .catch(() => null);
  // Our refusals have no content type; a proxy's error page has its own.
  const ours = answer?.headers.get("content-type")?.startsWith("text/x-component") ?? answer !== null;
  if (!answer || isRefused(answer) || !ours || answer.status === TOO_LARGE) throw new SubmitFailed(answer);
  return answer;
}

/** Keeps the page with its input and shows a message; the error page would lose both. */
export function keepPageOnFailure(error: unknown): void {
  if (!(error instanceof SubmitFailed)) throw error;
  const keep = (event: Event) => event.preventDefault();
  addEventListener("reset", keep, { capture: true });
  setTimeout(() => removeEventListener("reset", keep, { capture: true }), EMPTYING);
  dispatchEvent(new CustomEvent(NAME, { detail: error.tooLarge }));
}

/** Calls back with true after a failed submit, and with false at the next one. `tooLarge`: the server did not take what was sent. */
export function watchFailedSubmit(watcher: (failed: boolean, tooLarge: boolean) => void): () => void {
  const over = new AbortController();
  addEventListener(NAME, (event) => watcher(true, (event as CustomEvent<boolean>).detail), { signal: over.signal });
  addEventListener("submit", () => watcher(false, false), { signal: over.signal });
  return () => over.abort();
}
