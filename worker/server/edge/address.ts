import type { ErrorCode } from "#worker/platform/errors.ts";

/** Limits in characters and segments. The router's work grows with the square of the path length. */
export const MAX_PATH = 300;
export const MAX_SEGMENTS = 20;
export const MAX_QUERY = 4096;

/** Percent-encoded letters, digits and `-._~`, which RFC 3986 section 2.3 calls needless. */
const NEEDLESS_ESCAPE = /%(?:2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)/i;
/** The router still strips this suffix of an older protocol: a page would have a second spelling. */
const DATA = /\.data\/?$/i;

type Verdict = { refused: ErrorCode } | { moved: string } | null;

/** Null for a good address. A page has one spelling, because path comparisons do not decode as the router does. */
export function checkAddress({ pathname, search }: Pick<URL, "pathname" | "search">, method: string): Verdict {
  if (pathname.length > MAX_PATH || pathname.split("/").length - 1 > MAX_SEGMENTS) return { refused: "not_found" };
  if (search.length > MAX_QUERY) return { refused: "malformed" };
  if (pathname.includes("//") || DATA.test(pathname)) return { refused: "not_found" };
  if (!isText(pathname)) return { refused: "not_found" };
  if (!NEEDLESS_ESCAPE.test(pathname)) return null;
  const plain = pathname.replaceAll(new RegExp(NEEDLESS_ESCAPE, "gi"), decodeURIComponent);
  // An escape that remains after one decoding is an attempt at disguise.
  const moved = (method === "GET" || method === "HEAD") && !pathname.startsWith("/api/") && !NEEDLESS_ESCAPE.test(plain);
  return moved && !DATA.test(plain) ? { moved: plain + search } : { refused: "not_found" };
}

function isText(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false; // a URIError is the answer
  }
}
