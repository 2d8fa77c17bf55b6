/** The file is saved in an encoding that nothing here reads; the message names it. */
export class EncodingError extends Error {}

/** With a byte order mark or without (RFC 8259 section 8.1). @throws EncodingError */
export function textOf(bytes: Uint8Array): string {
  const utf16 = encodingOf(bytes);
  if (utf16) throw new EncodingError(`is saved as ${utf16}: save it as UTF-8`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new EncodingError("is not saved as UTF-8: it has bytes of another encoding. Save it as UTF-8");
  }
}

function encodingOf([a, b, c, d]: Uint8Array): string | null {
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? "UTF-32" : "UTF-16";
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return "UTF-32";
  if (a === 0xfe && b === 0xff) return "UTF-16";
  return (a === 0) !== (b === 0) && a !== undefined && b !== undefined ? "UTF-16" : null;
}
