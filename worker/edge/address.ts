import type { ErrorCode } from "../lib/errors.ts";

/**
 * Bounds of an address, in characters and segments: several times the longest that the product makes. The router compares
 * every segment with every route, some of them again and again, so that its work grows with the square of a path.
 */
export const MAX_PATH = 300;
export const MAX_SEGMENTS = 20;
export const MAX_QUERY = 4096;

/** Letters, digits and `-._~` in percent-encoding: RFC 3986 section 2.3 says that nobody should write them so. */
const NEEDLESS_ESCAPE = /%(?:2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)/i;
/** What the router would take for another spelling of a page, from an older protocol of its own. */
const DATA = /\.data\/?$/i;

type Verdict = { refused: ErrorCode } | { moved: string } | null;

/**
 * What is wrong with an address before anything looks at what it names: null for nothing. A page has one spelling, since
 * code that compares paths does not decode them as the router does; another spelling that is harmless leads there.
 */
export function judgeAddress({ pathname, search }: Pick<URL, "pathname" | "search">, method: string): Verdict {
  if (pathname.length > MAX_PATH || pathname.split("/").length - 1 > MAX_SEGMENTS) return { refused: "not_found" };
  if (search.length > MAX_QUERY) return { refused: "malformed" };
  if (pathname.includes("//") || DATA.test(pathname)) return { refused: "not_found" };
  if (!isText(pathname)) return { refused: "not_found" };
  if (!NEEDLESS_ESCAPE.test(pathname)) return null;
  const plain = pathname.replaceAll(new RegExp(NEEDLESS_ESCAPE, "gi"), decodeURIComponent);
  // Decoded once: what then still has such an escape was written to pass for something else.
  const moved = (method === "GET" || method === "HEAD") && !pathname.startsWith("/api/") && !NEEDLESS_ESCAPE.test(plain);
  return moved && !DATA.test(plain) ? { moved: plain + search } : { refused: "not_found" };
}

/** False for escapes that are no UTF-8: the router would log each of them. */
function isText(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false; // a URIError is the answer
  }
}
