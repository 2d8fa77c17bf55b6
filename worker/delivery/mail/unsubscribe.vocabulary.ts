/** Checks the form only. An upstream's links have the same form; only the signature tells them apart. */
export function isUnsubscribeLink(text: string): boolean {
  return /^u[A-Za-z0-9_-]{40,200}$/.test(text);
}
