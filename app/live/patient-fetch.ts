/** Delays grow 0.5 s, 1 s, 2 s … to this; ms. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;

/**
 * `fetch` for what the router asks for in the background: a page that is open stays as it is while the network or the
 * server is away, and follows when they are back. Without this one failed refresh puts the error page in its place.
 * A write is sent once. @throws what `fetch` throws for a write; the signal's reason where it was aborted.
 */
export async function patientFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
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
