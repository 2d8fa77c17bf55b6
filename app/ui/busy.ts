/** Delay in ms between the answer to a form and the navigation that follows. */
export const PAUSE = 500;

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

/** Calls back once nothing has been pending for `PAUSE`; waits for a change first. */
export function whenIdle(work: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = watchBusy(() => {
    clearTimeout(timer);
    if (isBusy()) return;
    timer = setTimeout(() => {
      stop();
      work();
    }, PAUSE);
  });
}

/** Does `work` now, or once all that is pending has ended, as `whenIdle` does. */
export function onceIdle(work: () => void): void {
  if (isBusy()) whenIdle(work);
  else work();
}

function tell(): void {
  for (const watcher of watchers) watcher();
}
