const last = new Map<string, Promise<unknown>>();

/** Runs the work about one thing in the order of the presses: two requests at once may overtake each other. */
export async function inTurn<T>(about: string, work: () => Promise<T>): Promise<T> {
  const done = (last.get(about) ?? Promise.resolve()).then(work);
  const ended = done.catch(() => {}); // its caller hears of it
  last.set(about, ended);
  try {
    return await done;
  } finally {
    if (last.get(about) === ended) last.delete(about);
  }
}
