/** Counts pending navigations and form posts. */
const waiting = new Set<symbol>();
let begun = 0;
const watchers = new Set<() => void>();

/** Begins to wait; call the answer when it is over. */
export function begin(): () => void {
  const one = Symbol();
  begun += 1;
  waiting.add(one);
  tell();
  return () => {
    if (waiting.delete(one)) tell();
  };
}

/** Forgets all that was waited for: the page was left, and is back. */
export function reset(): void {
  waiting.clear();
  tell();
}

export function isBusy(): boolean {
  return waiting.size > 0;
}

/** How often this page has begun to wait, ever. */
export function begunSoFar(): number {
  return begun;
}

/** Calls back whenever waiting begins or ends. */
export function watchBusy(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

function tell(): void {
  for (const watcher of watchers) watcher();
}
