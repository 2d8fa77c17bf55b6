/** True while the reader types or a dialog is open; new modals wait. */
export function isInteracting(): boolean {
  const typing = document.activeElement?.matches(
    "textarea, select, input:not([type=submit], [type=button], [type=checkbox], [type=radio])",
  );
  return typing === true || document.querySelector("dialog[open]") !== null;
}
