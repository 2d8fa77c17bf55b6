/** In ms: a slider sends many changes. */
const QUIET = 350;

/** Asks once the form has been quiet. A change takes back the answer before it, also one still under way. */
export function createCountAsks<T>(ask: (signal: AbortSignal) => Promise<T | null>, show: (answer: T | null) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    latest.abort();
    latest = new AbortController();
  };
  const changed = () => {
    stop();
    show(null);
    const { signal } = latest;
    timer = setTimeout(async () => {
      const answer = await ask(signal).catch(() => null); // offline there is no number
      if (!signal.aborted) show(answer);
    }, QUIET);
  };
  return { changed, stop };
}
