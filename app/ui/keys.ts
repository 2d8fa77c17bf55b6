/** The pressed key; empty if an input method took it. Safari ends a composition before its key, which then has code 229 (UI Events). */
export function keyOf({ key, isComposing, keyCode }: KeyboardEvent): string {
  return isComposing || keyCode === 229 ? "" : key;
}
