/** Messages cannot be selected on touch screens. False if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not there without https, or not permitted.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.value = text;
  // Opens no on-screen keyboard.
  field.readOnly = true;
  field.style.cssText = "position: fixed; inset: 0; opacity: 0; font-size: 1rem; user-select: text; -webkit-user-select: text";
  document.body.appendChild(field);
  field.select();
  // Safari on iOS.
  field.setSelectionRange(0, text.length);
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  return done;
}
