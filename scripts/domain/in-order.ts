/** In ms. */
const TELL_EVERY = 5_000;

/** Several at a time. Results are taken in their order, so that a file of them can be resumed. */
export async function inOrder<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<R>,
  take: (result: R) => void,
): Promise<void> {
  const waiting: Promise<R>[] = [];
  for (const [index, one] of all.entries()) {
    const begun = work(one);
    // Its turn to be awaited comes later, and a refusal must not end the process before.
    begun.catch(() => {});
    waiting.push(begun);
    if (waiting.length === atOnce || index === all.length - 1)
      for (let next = waiting.shift(); next; next = index === all.length - 1 ? waiting.shift() : undefined) take(await next);
  }
}

/** Says every few seconds how far the export is. */
export function progress(what: string, total: number, done: number): () => void {
  const since = Date.now();
  const before = done;
  let told = since;
  return () => {
    done++;
    const now = Date.now();
    if (now - told < TELL_EVERY && done < total) return;
    told = now;
    const left = Math.round((((now - since) / (done - before)) * (total - done)) / 1000);
    console.log(`  ${done} of ${total} ${what}${done < total ? `, about ${left} s left` : ""}`);
  };
}

/** The same where nobody knows the total. */
export function counting(what: string): (more: number) => void {
  let done = 0;
  let told = Date.now();
  return (more) => {
    done += more;
    if (Date.now() - told < TELL_EVERY) return;
    told = Date.now();
    console.log(`  ${done} ${what}`);
  };
}
