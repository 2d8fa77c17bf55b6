const NAME = "x-author";

let tellRefused: ((message: string) => void) | undefined;

/** Headers of each request by script: the id of the page's member, or the mark of a visitor (worker/platform/author.ts). */
export function authorHeaders(): Record<string, string> {
  return { [NAME]: document.body.dataset.author ?? "-" };
}

/** True if another member is logged in by now; the page then says it. Nothing was done. */
export function isRefused(response: Response): boolean {
  const message = response.headers.get(NAME);
  if (message === null) return false;
  tellRefused?.(decodeURIComponent(message));
  return true;
}

/** One watcher at a time: the page's note. */
export function watchRefused(watcher: (message: string) => void): void {
  tellRefused = watcher;
}

/** Tells the server something that needs no answer, also while the page is left. A beacon cannot name its author. */
export function tell(path: string, body: string): void {
  const headers = { ...authorHeaders(), "content-type": "application/json" };
  fetch(path, { method: "POST", body, headers, keepalive: true }).catch(() => {}); // nobody is left to hear of it
}
