export type Inline = string | { bold: Inline[] } | { href: string; words: Inline[] };

export type Block =
  | { kind: "heading"; level: 1 | 2 | 3; id: string | null; words: Inline[] }
  | { kind: "paragraph"; words: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "aside"; blocks: Block[] };

const HEADING = /^(#{1,3}) (.+?)(?: \{#([a-z][a-z0-9-]*)\})?$/;
const ITEM = /^(?:-|\d+\.) /;
const ORDERED = /^\d+\. /;
/** Three lines at the top of a legal text that a niche wrote itself. */
export const FRONT = /^---\nversion: (.*)\n---\n/;
const INLINE = /\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

export function withoutFront(text: string): string {
  return text.replace(FRONT, "");
}

/** Keeps `{{#flag}}` sections of true flags and `{{^flag}}` sections of false ones. Sections nest, also within a line. */
export function chooseSections(text: string, holds: (flag: string) => boolean): string {
  const choose = (_: string, sign: string, flag: string, inner: string) =>
    holds(flag) === (sign === "#") ? chooseSections(inner, holds) : "";
  return text
    .replaceAll(/^(?:> )? *\{\{([#^])(\w+)\}\}\n([\s\S]*?)^(?:> )? *\{\{\/\2\}\}\n?/gm, choose)
    .replaceAll(/\{\{([#^])(\w+)\}\}(.*?)\{\{\/\2\}\}/g, choose);
}

/** Parses our own trusted texts: only the block kinds listed in locales/pages. */
export function parseMarkdown(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((chunk) => chunk.trim())
    .filter(Boolean)
    .flatMap((chunk) => parseChunk(chunk.split("\n")));
}

function parseChunk(lines: string[]): Block[] {
  const [first = ""] = lines;
  const heading = HEADING.exec(first);
  if (heading) {
    const [, marks = "", words = "", id = null] = heading;
    const rest = lines.slice(1);
    const own: Block = { kind: "heading", level: marks.length as 1 | 2 | 3, id, words: parseInline(words) };
    return rest.length > 0 ? [own, ...parseChunk(rest)] : [own];
  }
  if (first.startsWith(">")) {
    return [{ kind: "aside", blocks: parseMarkdown(lines.map((line) => line.replace(/^> ?/, "")).join("\n")) }];
  }
  if (ITEM.test(first)) return [{ kind: "list", ordered: ORDERED.test(first), items: itemsOf(lines).map(parseInline) }];
  // A list may follow its sentence without an empty line.
  const list = lines.findIndex((line) => ITEM.test(line));
  const words = (list < 0 ? lines : lines.slice(0, list)).join(" ");
  const paragraph: Block = { kind: "paragraph", words: parseInline(words) };
  return list < 0 ? [paragraph] : [paragraph, ...parseChunk(lines.slice(list))];
}

/** Items of a list; a line without a marker continues the previous item. */
function itemsOf(lines: string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return items;
}

function parseInline(text: string): Inline[] {
  const pieces: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) pieces.push(text.slice(at, match.index));
    const [whole, bold, words, href] = match;
    pieces.push(bold === undefined ? { href: href as string, words: parseInline(words as string) } : { bold: parseInline(bold) });
    at = match.index + whole.length;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

export function plainText(words: Inline[]): string {
  return words
    .map((piece) => (typeof piece === "string" ? piece : plainText("bold" in piece ? piece.bold : piece.words)))
    .join("");
}
