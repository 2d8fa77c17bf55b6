/** An element of a parsed page. */
export class Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (Element | string)[] = [];
  readonly parent: Element | null;
  #all: readonly Element[] | undefined;

  constructor(tag: string, attributes: ReadonlyMap<string, string>, parent: Element | null) {
    this.tag = tag;
    this.attributes = attributes;
    this.parent = parent;
  }

  get(name: string): string | undefined {
    return this.attributes.get(name);
  }

  has(name: string): boolean {
    return this.attributes.has(name);
  }

  /** All descendants in document order. A parsed page does not change: the list is made once. */
  all(): readonly Element[] {
    this.#all ??= this.#gathered([]);
    return this.#all;
  }

  #gathered(found: Element[]): Element[] {
    for (const child of this.children) {
      if (typeof child === "string") continue;
      found.push(child);
      child.#gathered(found);
    }
    return found;
  }

  find(match: (element: Element) => boolean): Element[] {
    return this.all().filter(match);
  }

  closest(match: (element: Element) => boolean): Element | null {
    return match(this) ? this : (this.parent?.closest(match) ?? null);
  }

  isIn(tag: string): boolean {
    return this.closest((outer) => outer.tag === tag) !== null;
  }

  /** Text content with collapsed white space. */
  get text(): string {
    const parts = this.children.map((child) => (typeof child === "string" ? child : child.text));
    return parts.join(" ").replace(/\s+/g, " ").trim();
  }
}

const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const RAW = new Set(["script", "style", "textarea", "title"]);
const TOKEN =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([a-z][\w-]*)\s*>|<([a-z][\w-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+|</gi;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" };

/** Parses our pages: attributes are double-quoted and elements closed. */
export function parseHtml(html: string): Element {
  const root = new Element("#root", new Map(), null);
  let open = root;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(html); token; token = TOKEN.exec(html)) {
    const [whole, closed, tag, attributes = "", slash] = token;
    if (tag) {
      const element = new Element(tag.toLowerCase(), attributesOf(attributes), open);
      open.children.push(element);
      if (RAW.has(element.tag)) {
        const end = html.toLowerCase().indexOf(`</${element.tag}`, TOKEN.lastIndex);
        element.children.push(decode(html.slice(TOKEN.lastIndex, end)));
        TOKEN.lastIndex = html.indexOf(">", end) + 1;
      } else if (!VOID.has(element.tag) && !slash) open = element;
    } else if (closed) {
      const opener = open.closest((element) => element.tag === closed.toLowerCase());
      open = opener?.parent ?? open;
    } else if (!whole.startsWith("<!")) open.children.push(decode(whole));
  }
  return root;
}

function attributesOf(source: string): Map<string, string> {
  const found = [...source.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)];
  return new Map(found.map(([, name = "", value = ""]) => [name.toLowerCase(), decode(value)]));
}

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    return String.fromCodePoint(Number.parseInt(hex ?? decimal, hex ? 16 : 10));
  });
}
