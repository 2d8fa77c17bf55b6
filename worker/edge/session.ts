import { parse, serialize } from "hono/utils/cookie";
import { newSecret } from "../lib/ids.ts";

/** 30 days, in seconds. */
export const SESSION_MAX_AGE = 30 * 24 * 3600;
/** 365 days, in seconds. */
const LOCALE_MAX_AGE = 365 * 24 * 3600;

/** A session token names its member, so that the member's object can vouch for it without D1. */
const TOKEN = /^([0-9a-z]{20})\.([A-Za-z0-9_-]{43})$/;

export interface SessionToken {
  memberId: string;
  token: string;
}

export function newSessionToken(memberId: string): string {
  return `${memberId}.${newSecret(32)}`;
}

/** The first cookie of a name, as the browser orders them; a second one of the same name changes nothing. */
export function readCookie(request: Request, name: "session" | "locale"): string | null {
  const header = request.headers.get("cookie");
  if (!header) return null;
  for (const pair of header.split(";")) {
    const [key, value] = Object.entries(parse(pair, name))[0] ?? [];
    if (key === name && value) return value;
  }
  return null;
}

/** The session token of a cookie if it has the form of one; whether it is valid only the store knows. */
export function readSession(request: Request): SessionToken | null {
  const found = TOKEN.exec(readCookie(request, "session") ?? "");
  return found ? { memberId: found[1] as string, token: found[0] } : null;
}

/** Secure everywhere but on plain http, which only a machine of one's own speaks. */
export function sessionCookie(token: string, secure: boolean): string {
  return serialize("session", token, { path: "/", maxAge: SESSION_MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}

export function localeCookie(tag: string, secure: boolean): string {
  return serialize("locale", tag, { path: "/", maxAge: LOCALE_MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}
