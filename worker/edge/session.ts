import { parse, serialize } from "hono/utils/cookie";
import { DRAFT_MAX_AGE } from "../accounts/draft.ts";
import { deviceOf, parseSessionToken, SESSION_MAX_AGE, type SessionToken } from "../accounts/session-token.ts";

/** 30 days, in seconds: how long it counts where somebody came from. */
const SOURCE_MAX_AGE = 30 * 24 * 3600;
/** 365 days, in seconds. */
const LOCALE_MAX_AGE = 365 * 24 * 3600;

export type { SessionToken };

/** All cookies there are; the page about cookies says what each is for, and a test that it names them all. */
export const COOKIES = ["session", "locale", "dismissed", "source", "draft"] as const;

/** The first cookie of a name, as the browser orders them; a second one of the same name changes nothing. */
export function readCookie(request: Request, name: (typeof COOKIES)[number]): string | null {
  const header = request.headers.get("cookie");
  if (!header) return null;
  for (const pair of header.split(";")) {
    const [key, value] = Object.entries(parse(pair, name))[0] ?? [];
    if (key === name && value) return value;
  }
  return null;
}

export function readSession(request: Request): SessionToken | null {
  return parseSessionToken(readCookie(request, "session") ?? "");
}

/** See `deviceOf`; null for a browser that never was logged in. */
export function readDevice(request: Request): string | null {
  return deviceOf(readCookie(request, "session") ?? "");
}

/** The secret of the sign-up that this browser has begun, as far as it looks like one. */
export function readDraft(request: Request): string | null {
  const value = readCookie(request, "draft");
  return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

/** Secure everywhere but on plain http, which only a machine of one's own speaks. */
export function sessionCookie(token: string, secure: boolean): string {
  return serialize("session", token, { path: "/", maxAge: SESSION_MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}

export function endedSessionCookie(secure: boolean): string {
  return serialize("session", "", { path: "/", maxAge: 0, httpOnly: true, sameSite: "Lax", secure });
}

export function localeCookie(tag: string, secure: boolean): string {
  return serialize("locale", tag, { path: "/", maxAge: LOCALE_MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}

/** Where a visitor comes from (see accounts/source.ts). No script reads it. */
export function sourceCookie(value: string, secure: boolean): string {
  return serialize("source", value, { path: "/", maxAge: SOURCE_MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}

/** The secret of a sign-up that is under way (see accounts/draft.ts), or null to forget it. */
export function draftCookie(secret: string | null, secure: boolean): string {
  const maxAge = secret === null ? 0 : DRAFT_MAX_AGE;
  return serialize("draft", secret ?? "", { path: "/", maxAge, httpOnly: true, sameSite: "Lax", secure });
}
