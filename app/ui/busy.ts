const waiting = new Set<symbol>();
let begun = 0;
const watchers = new Set<() => void>();

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

export function waitCount(): number {
  return begun;
}

export function watchBusy(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

function tell(): void {
  for (const watcher of watchers) watcher();
}
