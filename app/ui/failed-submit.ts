/** In ms: React may reset a sent form within this time. */
const EMPTYING = 1_000;
const NAME = "unanswered";

/** A form that was sent got no answer, or none that is a page of ours. */
class SubmitFailed extends Error {}

/** `fetch` for what forms send. @throws SubmitFailed. */
export async function fetchSubmit(request: RequestInfo | URL): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  // A refusal comes without a type, what something on the way says in our place with one of its own.
  const ours = answer?.headers.get("content-type")?.startsWith("text/x-component") ?? answer !== null;
  if (!answer || !ours) throw new SubmitFailed();
  return answer;
}

/** Keeps the page and its typed values, and lets it show a message; the error page would lose them. */
export function keepPageOnFailure(error: unknown): void {
  if (!(error instanceof SubmitFailed)) throw error;
  const keep = (event: Event) => event.preventDefault();
  addEventListener("reset", keep, { capture: true });
  setTimeout(() => removeEventListener("reset", keep, { capture: true }), EMPTYING);
  dispatchEvent(new Event(NAME));
}

/** Calls back with true when a form got no answer, and with false when one is sent again. */
export function watchFailedSubmit(watcher: (failed: boolean) => void): () => void {
  const over = new AbortController();
  addEventListener(NAME, () => watcher(true), { signal: over.signal });
  addEventListener("submit", () => watcher(false), { signal: over.signal });
  return () => over.abort();
}
