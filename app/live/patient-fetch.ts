/** Delays grow 0.5 s, 1 s, 2 s … to this; ms. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;

/** The paths by which the router asks for routes that it does not know yet. */
const MANIFEST = /\.manifest$/;

/**
 * `fetch` for the router's background requests. A page stays while network or server are away, and follows when they return;
 * without this, one failed refresh shows the error page. A write is sent once.
 * @throws what `fetch` throws for a write; the signal's reason after an abort.
 */
export async function patientFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const asked = new Request(input, init);
  // React Router 8.4 takes an aborted discovery of routes for a failed one: it pushes the address that was left.
  const request = MANIFEST.test(new URL(asked.url).pathname) ? new Request(asked, { signal: null }) : asked;
  if (request.method !== "GET") return fetch(request);
  for (let delay = FIRST_DELAY; ; delay = Math.min(LONGEST_DELAY, delay * 2)) {
    const answer = await fetch(request).catch(() => null);
    if (answer && answer.status < 500) return answer;
    request.signal.throwIfAborted();
    await pause(delay * (0.5 + Math.random() / 2), request.signal);
  }
}

/** Ends early when the network comes back. */
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
