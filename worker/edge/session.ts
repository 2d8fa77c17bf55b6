import { parse, serialize } from "hono/utils/cookie";
import { deviceOf, parseSessionToken, SESSION_MAX_AGE, type SessionToken } from "../sessions/session-token.ts";
import { DRAFT_MAX_AGE } from "../signup/draft.vocabulary.ts";

/** 30 days, in seconds: how long it counts where somebody came from. */
const SOURCE_MAX_AGE = 30 * 24 * 3600;
/** 365 days, in seconds. */
const LOCALE_MAX_AGE = 365 * 24 * 3600;

export type { SessionToken };

/** All cookies there are; the page about cookies says what each is for, and a test that it names them all. */
export const COOKIES = ["session", "locale", "zone", "dismissed", "source", "draft", "trail"] as const;

/**
 * The cookies that say who somebody is. Over https their names begin with `__Host-`: a browser then takes them from this
 * host over https only, and no other host of the same domain can plant one (RFC 6265bis section 4.1.3.2).
 */
const HOST_ONLY: readonly string[] = ["session", "draft"];

/** The name under which a cookie is kept. */
export function cookieName(name: (typeof COOKIES)[number], secure: boolean): string {
  return secure && HOST_ONLY.includes(name) ? `__Host-${name}` : name;
}

/** Characters of a `Cookie` header that are read; all of ours take some 2,000. A longer header counts as no cookies. */
const MAX_COOKIE_HEADER = 16 * 1024;

const cookiesOf = new WeakMap<Request, Map<string, string>>();

/** This product's cookies of a request by the names they are kept under. Of a name the first value that is one counts. */
function parsedCookies(request: Request): Map<string, string> {
  const known = cookiesOf.get(request);
  if (known) return known;
  const found = new Map<string, string>();
  cookiesOf.set(request, found);
  const header = request.headers.get("cookie") ?? "";
  if (header.length > MAX_COOKIE_HEADER) return found;
  const secure = request.url.startsWith("https:");
  const names = new Set(COOKIES.map((name) => cookieName(name, secure)));
  for (const pair of header.split(";")) {
    const name = pair.slice(0, Math.max(pair.indexOf("="), 0)).trim();
    if (!names.has(name) || found.has(name)) continue;
    const value = parse(pair, name)[name];
    if (value) found.set(name, value);
  }
  return found;
}

/** The first cookie of a name, as the browser orders them; a second one of the same name changes nothing. */
export function readCookie(request: Request, name: (typeof COOKIES)[number]): string | null {
  return parsedCookies(request).get(cookieName(name, request.url.startsWith("https:"))) ?? null;
}

export function readSession(request: Request): SessionToken | null {
  return parseSessionToken(readCookie(request, "session") ?? "");
}

/** See `deviceOf`; null for a browser that never was logged in. */
export function readDevice(request: Request): string | null {
  return deviceOf(readCookie(request, "session") ?? "");
}

/** The token of this browser's sign-up draft, if it has the form of one. */
export function readDraft(request: Request): string | null {
  const value = readCookie(request, "draft");
  return value && /^[A-Za-z0-9_-]{43}\.[0-9a-z]{1,9}$/.test(value) ? value : null;
}

/** Secure everywhere but on plain http, which only a machine of one's own speaks. */
export function sessionCookie(token: string, secure: boolean): string {
  return serialize(cookieName("session", secure), token, {
    path: "/",
    maxAge: SESSION_MAX_AGE,
    httpOnly: true,
    sameSite: "Lax",
    secure,
  });
}

export function endedSessionCookie(secure: boolean): string {
  return serialize(cookieName("session", secure), "", { path: "/", maxAge: 0, httpOnly: true, sameSite: "Lax", secure });
}

export function localeCookie(tag: string, secure: boolean): string {
  return serialize("locale", tag, { path: "/", maxAge: LOCALE_MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}

/** Where a visitor comes from (see signup/source.ts). No script reads it. */
export function sourceCookie(value: string, secure: boolean): string {
  return serialize("source", value, { path: "/", maxAge: SOURCE_MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}

/** The token of signup/draft.ts, or null to delete the cookie. */
export function draftCookie(secret: string | null, secure: boolean): string {
  const maxAge = secret === null ? 0 : DRAFT_MAX_AGE;
  return serialize(cookieName("draft", secure), secret ?? "", { path: "/", maxAge, httpOnly: true, sameSite: "Lax", secure });
}
