/** Bytes. */
export const MOST_FILE = 5 * 1024 * 1024;

/** In characters, of an address. */
const LONGEST = 254;

/**
 * What may be an address in a contact file, each once, in lower case. Reads the EMAIL lines of a VCF (RFC 6350, and 2.1), and
 * the cells of a CSV. Never throws.
 */
export function addressesIn(file: Uint8Array): string[] {
  const text = decoded(file);
  const found = /^\s*BEGIN:VCARD/i.test(text.slice(0, 200)) ? cardValues(text) : text.split(/[\s,;:"'|<>()[\]]+/);
  const addresses = found.map((value) => value.trim().toLowerCase());
  return [...new Set(addresses.filter((value) => /^[^@]+@[^@]+$/.test(value) && value.length <= LONGEST))];
}

/** What was typed: one piece for each address, valid or not. "Anna <anna@example.org>" is one. */
export function typedAddresses(text: string): string[] {
  return text.split(/[,;\n]/).flatMap((piece) => {
    const [from, to] = [piece.indexOf("<"), piece.lastIndexOf(">")];
    const inside = from >= 0 && to > from ? piece.slice(from + 1, to) : piece;
    return inside.split(/\s+/).filter((part) => part !== "");
  });
}

/** Some programs write UTF-16. */
function decoded(file: Uint8Array): string {
  const isWide = file[0] === 0xff && file[1] === 0xfe;
  return new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(file);
}

function cardValues(text: string): string[] {
  const values: string[] = [];
  const lines = text.split(/\r\n|\r|\n/);
  for (let i = 0; i < lines.length; i++) {
    const first = lines[i] ?? "";
    // Pictures are most of a file: only lines of addresses are joined.
    if (!/^(?:[\w-]{1,60}\.)?EMAIL[;:]/i.test(first)) continue;
    const isQuoted = /^[^:]{0,300}QUOTED-PRINTABLE/i.test(first);
    let line = first;
    while (line.length < 2000 && i + 1 < lines.length) {
      const next = lines[i + 1] ?? "";
      if (/^[ \t]/.test(next)) line += next.slice(1);
      else if (isQuoted && line.endsWith("=")) line = line.slice(0, -1) + next;
      else break;
      i++;
    }
    const value = line.slice(line.indexOf(":") + 1);
    values.push(isQuoted ? fromQuotedPrintable(value) : value.replace(/^mailto:/i, "").replaceAll("\\", ""));
  }
  return values;
}

/** In ASCII, as addresses are. */
function fromQuotedPrintable(value: string): string {
  return value.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
