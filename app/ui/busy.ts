/** Counts pending navigations and form posts. */
const waiting = new Set<symbol>();
let begun = 0;
const watchers = new Set<() => void>();

/** Starts a wait; the returned function ends it. */
export function beginWait(): () => void {
  const one = Symbol();
  begun += 1;
  waiting.add(one);
  tell();
  return () => {
    if (waiting.delete(one)) tell();
  };
}

/** Ends all waits: the page returned from the back-forward cache. */
export function endAllWaits(): void {
  waiting.clear();
  tell();
}

export function isBusy(): boolean {
  return waiting.size > 0;
}

/** Total number of waits since page load. */
export function waitCount(): number {
  return begun;
}

/** Calls back at every start and end of a wait. */
export function watchBusy(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

function tell(): void {
  for (const watcher of watchers) watcher();
}
