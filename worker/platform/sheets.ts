/** Rules of a build in order, and the numbers of those in each sheet, by its address. */
export interface BuiltStyles {
  rules: string[];
  sheets: Record<string, number[]>;
}

export interface Inlined {
  html: string;
  /** Sheets whose text the HTML holds. */
  given: string[];
}

interface For {
  held: readonly string[];
  /** The browser has no fonts and scripts either: pictures come before them. */
  isFirst?: boolean;
  nonce: string;
}

export type Sheets = ReturnType<typeof createSheets>;

const ADDRESS = /^\/assets\/sheet-([\w-]{8})\.css$/;
const LINK = /<link rel="stylesheet"[^>]*>/g;
const FONT = /<link as="font"[^>]*>/g;
const MODULE = /<link rel="modulepreload"[^>]*>/g;
const END = "</body></html>";
/** The element at which Chromium may paint. */
const LAST = "sheets-end";
/** In the cookie; a build has about 100. */
const MOST = 40;
/** In seconds. */
const MAX_AGE = 30 * 24 * 3600;

/**
 * A browser without a page's style sheets gets their text in the HTML. A linked sheet costs a round trip before anything is painted.
 * The links follow at the end, where they delay nothing: later pages find the sheets in the browser's cache.
 */
export function createSheets({ rules, sheets }: BuiltStyles = { rules: [], sheets: {} }) {
  const texts = new Map<string, string>();
  const ids = new Set(Object.keys(sheets).flatMap((href) => idOf(href) ?? []));

  function textOf(href: string): string {
    const text = texts.get(href) ?? (sheets[href] ?? []).map((rule) => rules[rule]).join("");
    texts.set(href, text);
    return text;
  }

  return {
    /** Sheets of this build that the browser was given. */
    held(cookie: string | null): string[] {
      return [...new Set(cookie?.slice(0, 1000).split("."))].filter((id) => ids.has(id));
    },

    inline(html: string, { held, isFirst = held.length === 0, nonce }: For): Inlined {
      const head = headOf(html);
      const missing = linksIn(head).filter(({ id }) => ids.has(id) && !held.includes(id));
      if (missing.length === 0) return { html, given: [] };
      // React finds the rules' place by these attributes, and skips the element on hydration.
      const style = ({ href, precedence }: Link) =>
        `<style nonce="${nonce}" data-href="${href}" data-precedence="${precedence}">${textOf(href)}</style>`;
      const byTag = new Map(missing.map((link) => [link.tag, link]));
      const [hinted, late] = isFirst ? withoutHints(head) : [head, ""];
      const start = hinted
        // Otherwise a part of the page would be painted before the rest has come, and move.
        .replace("<head>", `<head><link rel="expect" href="#${LAST}" blocking="render">`)
        .replace(LINK, (tag) => {
          const link = byTag.get(tag);
          return link ? style(link) : tag;
        });
      const links = missing.map(({ tag }) => tag.replace("<link ", '<link media="not all" ')).join("");
      const end = html.lastIndexOf(END);
      const body = html.slice(head.length, end);
      const last = `${late}${links}<i hidden id="${LAST}"></i>`;
      return { html: `${start}${body}${last}${html.slice(end)}`, given: missing.map(({ id }) => id) };
    },

    /** The latest sheets stand last. */
    cookie(held: readonly string[], given: readonly string[], secure: boolean): string {
      const ids = [...held.filter((id) => !given.includes(id)), ...given].slice(-MOST);
      return sheetsCookie(ids.join("."), MAX_AGE, secure);
    },
  };
}

/** For a browser whose cache is cleared. */
export function forgottenSheetsCookie(secure: boolean): string {
  return sheetsCookie("", 0, secure);
}

function sheetsCookie(value: string, maxAge: number, secure: boolean): string {
  return `sheets=${value}; Max-Age=${maxAge}; Path=/; HttpOnly;${secure ? " Secure;" : ""} SameSite=Lax`;
}

/** The head, and what it says of fonts and scripts. The font of headings comes last in the head, and first at the end. */
function withoutHints(head: string): [head: string, hints: string] {
  const fonts = [...head.matchAll(FONT)].map(([tag]) => tag.replace("<link ", '<link fetchpriority="low" '));
  const modules = [...head.matchAll(MODULE)].map(([tag]) => tag.replace('"modulepreload"', '$& fetchpriority="low"'));
  return [head.replace(FONT, "").replace(MODULE, ""), [...fonts.reverse(), ...modules].join("")];
}

function headOf(html: string): string {
  return html.slice(0, html.indexOf("</head>"));
}

interface Link {
  tag: string;
  href: string;
  id: string;
  precedence: string;
}

function linksIn(head: string): Link[] {
  return [...head.matchAll(LINK)].flatMap(([tag]) => {
    const href = attribute(tag, "href");
    const id = idOf(href);
    return id ? [{ tag, href, id, precedence: attribute(tag, "data-precedence") }] : [];
  });
}

function attribute(tag: string, name: string): string {
  return tag.split(` ${name}="`)[1]?.split('"')[0] ?? "";
}

function idOf(href: string): string | null {
  return ADDRESS.exec(href)?.[1] ?? null;
}
