import { typedCode } from "#worker/platform/typed.ts";
import { codeCookie, readCookie } from "./session.ts";

/** Form of the codes of `npm run codes`, in either case. */
const CODE = /^[A-Z0-9_-]{3,40}$/;

/** Code of the last link; `codeLine` is the Set-Cookie value for a new one. Only page URLs carry codes. */
export function storedCodeOf(
  request: Request,
  url: URL,
  secure: boolean,
): { storedCode: string | null; codeLine: string | null } {
  const stored = codeIn(readCookie(request, "discountcode"));
  const found =
    url.search === "" || /^\/(api|media|icons)\//.test(url.pathname) ? null : codeIn(url.searchParams.get("discountcode"));
  const isNew = found !== null && found !== stored;
  return { storedCode: found ?? stored, codeLine: isNew ? codeCookie(found, secure) : null };
}

function codeIn(text: string | null): string | null {
  const code = typedCode((text ?? "").slice(0, 100)).toUpperCase();
  return CODE.test(code) ? code : null;
}
