/** True while the reader types or a dialog is open; new modals wait. */
export function isInteracting(): boolean {
  const typing = document.activeElement?.matches(
    "textarea, select, input:not([type=submit], [type=button], [type=checkbox], [type=radio])",
  );
  return typing === true || document.querySelector("dialog[open]") !== null;
}

/** In ms. */
const RETRY = 2_000;

/** Runs the work once the reader neither types nor has a dialog open: a new dialog would take the keys. */
export function whenNotInteracting(work: () => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  if (isInteracting()) setTimeout(whenNotInteracting, RETRY, work, signal);
  else work();
}
