import { parse, serialize } from "hono/utils/cookie";
import { deviceOf, parseSessionToken, SESSION_MAX_AGE, type SessionToken } from "../accounts/session-token.ts";

/** 365 days, in seconds. */
const LOCALE_MAX_AGE = 365 * 24 * 3600;

export type { SessionToken };

/** All cookies there are; the page about cookies says what each is for, and a test that it names them all. */
export const COOKIES = ["session", "locale", "dismissed"] as const;

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
