import { completeResponse } from "#app/ui/complete-response.ts";
import { formsAnswered, formsSent, withAnswer } from "./sent-forms.ts";

/** In ms: delays double from the first to the longest. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;

interface Options {
  /** The page is already shown. An older read must not replace the answer of a form sent meanwhile. */
  refreshes: boolean;
}

/** Retries a read of a page until it is whole; otherwise one failed refresh would end the page. @throws the signal's reason */
export async function retryingFetch(request: Request, { refreshes }: Options): Promise<Response> {
  for (let delay = FIRST_DELAY; ; ) {
    if (refreshes) await formsAnswered();
    const before = formsSent();
    const answer = await fetch(withAnswer(request))
      .then(completeResponse)
      .catch(() => null);
    const overtaken = refreshes && formsSent() !== before;
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
