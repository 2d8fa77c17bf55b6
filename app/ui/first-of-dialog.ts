/** Not the close button, which a press of Enter would trigger. The attribute counts for dialogs in the server's HTML. */
export const FIRST_OF_DIALOG = { tabIndex: -1, autoFocus: true } as const;
