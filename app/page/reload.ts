import { isBusy, watchBusy } from "#app/ui/busy.ts";
import { tabStorage } from "#app/ui/storage.ts";

/** In ms. */
const GUARD = 60_000;
/** The inline script of app/rendering/scripts.ts shares it. */
const RELOADED_AT = "reloaded-at";

/**
 * Loads the document again, at most once a minute: a page may fail each time. Waits for a running form or navigation, which
 * it would end.
 */
export function reloadOnce(): void {
  if (!isBusy()) {
    reload();
    return;
  }
  const stop = watchBusy(() => {
    if (isBusy()) return;
    stop();
    reload();
  });
}

function reload(): void {
  if (Date.now() - (tabStorage.read<number>(RELOADED_AT) ?? 0) < GUARD) return;
  // Without storage the guard cannot hold.
  if (tabStorage.keep(RELOADED_AT, Date.now())) location.reload();
}
