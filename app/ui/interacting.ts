/** Whoever is typing, or answering another dialog, is not interrupted by a modal: it asks again later. */
export function isInteracting(): boolean {
  const typing = document.activeElement?.matches(
    "textarea, select, input:not([type=submit], [type=button], [type=checkbox], [type=radio])",
  );
  return typing === true || document.querySelector("dialog[open]") !== null;
}
