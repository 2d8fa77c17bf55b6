/** A path of this site; null for anything else. An upstream may send any text. */
export function sitePath(text: unknown): string | null {
  return typeof text === "string" && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) ? text : null;
}
