/** Elements of which React writes nothing but attributes and children, and where each ends. */
const ENDS = new Map([
  ...(
    "a article aside b blockquote button circle dd div dl dt em figcaption figure footer g h1 h2 h3 h4 h5 h6 header i " +
    "label legend li main nav ol p path rect section small span strong svg time ul use"
  )
    .split(" ")
    .map((tag): [string, string] => [tag, `</${tag}>`]),
  ["br", ""],
  ["hr", ""],
  ["img", ""],
]);
/** Attributes of text or a number, with React's names where they differ. */
const NAMES = new Map(
  (
    "alt className:class d dateTime decoding dir fill height href htmlFor:for id lang loading popover popoverTarget rel role " +
    "sizes src srcSet tabIndex:tabindex target title translate type viewBox width"
  )
    .split(" ")
    .map((entry): [string, string] => {
      const [name = "", written = name] = entry.split(":");
      return [name, ` ${written}="`];
    }),
);
export const ELEMENTS = [...ENDS.keys()];
export const ATTRIBUTES = [...NAMES.keys()];
const FREE = /^(?:aria|data)-[a-z-]+$/;
/** React checks addresses for code. */
const ADDRESS = /^(?:[/#?]|https?:|data:image\/)/;
const SPECIAL = /["'&<>]/;
const ENTITIES: Record<string, string> = { '"': "&quot;", "'": "&#x27;", "&": "&amp;", "<": "&lt;", ">": "&gt;" };

export function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/["'&<>]/g, (found) => ENTITIES[found] as string) : text;
}

/** HTML of an element as React writes it, up to its content; null for one that only React knows. */
export function startTag(tag: string, props: Record<string, unknown>): string | null {
  if (!ENDS.has(tag) || (tag === "img" && isHoisted(props))) return null;
  let html = `<${tag}`;
  // V8 reads properties faster in `for in` than by name: props have hundreds of shapes.
  for (const name in props) {
    const value = props[name];
    if (value === undefined || value === null || name === "children") continue;
    const start = NAMES.get(name) ?? freeName(name);
    if (typeof value === "string") {
      if (start === null || ((name === "href" || name === "src") && !ADDRESS.test(value))) return null;
      html += `${start}${escaped(value)}"`;
    } else if (typeof value === "number" && start !== null) html += `${start}${value}"`;
    else if (typeof value === "boolean" && name === "hidden") html += value ? ' hidden=""' : "";
    else if (typeof value === "boolean" && start !== null && !NAMES.has(name)) html += `${start}${value}"`;
    else return null;
  }
  return html;
}

export function content(tag: string, html: string): string {
  const end = ENDS.get(tag);
  return end ? `>${html}${end}` : "/>";
}

function freeName(name: string): string | null {
  return FREE.test(name) ? ` ${name}="` : null;
}

function isHoisted({ loading, src, srcSet }: Record<string, unknown>): boolean {
  return loading !== "lazy" && !(srcSet === undefined && typeof src === "string" && src.startsWith("data:"));
}
