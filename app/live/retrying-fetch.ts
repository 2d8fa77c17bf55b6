import { completeResponse } from "#app/ui/complete-response.ts";
import { addressOf, formsAnswered, formsSent, withAnswer } from "./sent-forms.ts";

/** In ms: delays double from the first to the longest. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;

/** Requests of the router for unknown routes. */
const MANIFEST = /\.manifest$/;

/**
 * `fetch` for the router's background requests. Retries a read until it is whole; otherwise one failed refresh shows the error
 * page. Reads a refresh again that a form has overtaken: its older data would replace the form's answer. Sends a write once.
 * @throws what `fetch` throws for a write; the signal's reason after an abort.
 */
export async function retryingFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const asked = new Request(input, init);
  // React Router 8.4 treats an aborted route discovery as failed and pushes the abandoned URL.
  const request = MANIFEST.test(new URL(asked.url).pathname) ? new Request(asked, { signal: null }) : asked;
  if (request.method !== "GET") return fetch(request);
  const refresh = addressOf(request).replace(/\?.*/, "") === location.pathname;
  for (let delay = FIRST_DELAY; ; ) {
    if (refresh) await formsAnswered();
    const before = formsSent();
    const answer = await fetch(withAnswer(request))
      .then(completeResponse)
      .catch(() => null);
    const overtaken = refresh && formsSent() !== before;
    if (answer && answer.status < 500 && !overtaken) return answer;
    request.signal.throwIfAborted();
    if (overtaken) continue;
    await pause(delay * (0.5 + Math.random() / 2), request.signal);
    delay = Math.min(LONGEST_DELAY, delay * 2);
  }
}

/** Waits; ends early when the network returns. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end, { signal: over.signal });
    signal.addEventListener("abort", end, { signal: over.signal });
  });
}
