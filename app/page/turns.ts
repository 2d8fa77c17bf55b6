/** In ms: a request without an answer must not hold back all others. */
const LONGEST_TURN = 30_000;

const last = new Map<string, Promise<unknown>>();

/** Begins the work once the earlier one has ended, which never rejects. When the page is left it begins at once, and is told so. */
export function after<T>(earlier: Promise<unknown>, work: (leaving: boolean) => Promise<T>): Promise<T> {
  const { promise: turn, resolve: begin } = Promise.withResolvers<boolean>();
  const timer = setTimeout(begin, LONGEST_TURN, false);
  const begun = new AbortController();
  for (const end of ["beforeunload", "pagehide"]) addEventListener(end, () => begin(true), begun);
  void earlier.then(() => begin(false));
  return turn.then((leaving) => {
    clearTimeout(timer);
    begun.abort();
    return work(leaving);
  });
}

/** Runs the work about one thing in the order of the presses: two requests at once may overtake each other. */
export async function inTurn<T>(about: string, work: () => Promise<T>): Promise<T> {
  const done = after(last.get(about) ?? Promise.resolve(), work);
  const ended = done.catch(() => {}); // its caller hears of it
  last.set(about, ended);
  try {
    return await done;
  } finally {
    if (last.get(about) === ended) last.delete(about);
  }
}
