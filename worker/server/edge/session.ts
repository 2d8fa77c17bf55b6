import { parse, serialize } from "hono/utils/cookie";
import { DRAFT_MAX_AGE } from "#worker/accounts/signup/draft.vocabulary.ts";
import { deviceOf, parseSessionToken, SESSION_MAX_AGE, type SessionToken } from "#worker/people/identity/session-token.ts";

/** All cookie ages here are in seconds. */
const SOURCE_MAX_AGE = 30 * 24 * 3600;
const CODE_MAX_AGE = 30 * 24 * 3600;
const LOCALE_MAX_AGE = 365 * 24 * 3600;
/** A replica lags by seconds. */
const BOOKMARK_MAX_AGE = 300;

/** A test compares the list with the cookies page. */
export const COOKIES = [
  "session",
  "locale",
  "zone",
  "dismissed",
  "source",
  "discountcode",
  "draft",
  "trail",
  "bookmark",
  "sheets",
] as const;

/** Over https these names get the `__Host-` prefix, so that no other host can plant them (RFC 6265bis 4.1.3.2). */
const HOST_ONLY: readonly string[] = ["session", "draft"];

export function cookieName(name: (typeof COOKIES)[number], secure: boolean): string {
  return secure && HOST_ONLY.includes(name) ? `__Host-${name}` : name;
}

/** In characters; our cookies take about 2,000. A longer header counts as no cookies. */
const MAX_COOKIE_HEADER = 16 * 1024;

type Cookies = ReadonlyMap<(typeof COOKIES)[number], string>;

const NAMES = new Map(COOKIES.map((name) => [cookieName(name, false), name]));
const SECURE_NAMES = new Map(COOKIES.map((name) => [cookieName(name, true), name]));

const cookiesOf = new WeakMap<Request, Cookies>();

export function readCookies(request: Request): Cookies {
  const known = cookiesOf.get(request) ?? parseCookies(request);
  cookiesOf.set(request, known);
  return known;
}

function parseCookies({ headers, url }: Request): Cookies {
  const found = new Map<(typeof COOKIES)[number], string>();
  const header = headers.get("cookie");
  if (header === null || header.length > MAX_COOKIE_HEADER) return found;
  const names = url.startsWith("https:") ? SECURE_NAMES : NAMES;
  for (const pair of header.split(";")) {
    const written = pair.slice(0, Math.max(pair.indexOf("="), 0)).trim();
    const name = names.get(written);
    if (!name || found.has(name)) continue;
    const value = parse(pair, written)[written];
    if (value) found.set(name, value);
  }
  return found;
}

export function readCookie(request: Request, name: (typeof COOKIES)[number]): string | null {
  return readCookies(request).get(name) ?? null;
}

export function readSession(request: Request): SessionToken | null {
  return parseSessionToken(readCookie(request, "session") ?? "");
}

export function readDevice(request: Request): string | null {
  return deviceOf(readCookie(request, "session") ?? "");
}

export function readDraft(request: Request): string | null {
  const value = readCookie(request, "draft");
  return value && /^[A-Za-z0-9_-]{43}\.[0-9a-z]{1,9}$/.test(value) ? value : null;
}

/** Accepts only the form of D1's own bookmarks: D1 would wait for an invented state for ever. */
export function readBookmark(request: Request): string | null {
  const value = readCookie(request, "bookmark");
  return value && /^(?:DB_[A-Z0-9]+\/)?[0-9a-f]{8}(?:-[0-9a-f]{8}){2}-[0-9a-f]{32}$/.test(value) ? value : null;
}

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

export function bookmarkCookie(bookmark: string, secure: boolean): string {
  return serialize("bookmark", bookmark, { path: "/", maxAge: BOOKMARK_MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}

export function localeCookie(tag: string, secure: boolean): string {
  return serialize("locale", tag, { path: "/", maxAge: LOCALE_MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}

export function sourceCookie(value: string, secure: boolean): string {
  return serialize("source", value, { path: "/", maxAge: SOURCE_MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}

/** Null deletes it. */
export function codeCookie(code: string | null, secure: boolean): string {
  const maxAge = code === null ? 0 : CODE_MAX_AGE;
  return serialize("discountcode", code ?? "", { path: "/", maxAge, httpOnly: true, sameSite: "Lax", secure });
}

export function draftCookie(secret: string | null, secure: boolean): string {
  const maxAge = secret === null ? 0 : DRAFT_MAX_AGE;
  return serialize(cookieName("draft", secure), secret ?? "", { path: "/", maxAge, httpOnly: true, sameSite: "Lax", secure });
}
