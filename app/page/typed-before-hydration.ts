declare global {
  interface Window {
    /** Text of each textarea that was typed in since the document's inline script ran. */
    __TYPED?: Map<EventTarget, string>;
  }
}

/** Text typed in a textarea before hydration; text that the browser restored does not count. */
export function typedBeforeHydration(field: HTMLTextAreaElement | null): string | undefined {
  return field ? window.__TYPED?.get(field) : undefined;
}

/** Once the page has hydrated. */
export function restoreTyped(): void {
  for (const [field, text] of window.__TYPED ?? []) (field as HTMLTextAreaElement).value = text;
  delete window.__TYPED;
}
