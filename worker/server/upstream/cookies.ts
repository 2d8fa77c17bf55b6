import { parse } from "hono/utils/cookie";
import type { SessionToken } from "#worker/people/identity/session-token.ts";
import { isLanguage } from "#worker/server/edge/language.ts";
import {
  codeCookie,
  cookieName,
  draftCookie,
  endedSessionCookie,
  localeCookie,
  readCookie,
  readSession,
  sessionCookie,
} from "#worker/server/edge/session.ts";

export interface Cookies {
  session: string | null;
  locale: string | null;
  draft?: string | null;
  /** The code of a link; an upstream only deletes it, once an order has taken it. */
  discountcode?: string | null;
}

const NAMES = ["session", "locale", "draft", "discountcode"] as const;
const VALUE = /^[A-Za-z0-9._~-]{1,512}$/;

/** An upstream may use our `__Host-` name or the plain one. */
const namesOf = (name: (typeof NAMES)[number], secure: boolean) => [...new Set([cookieName(name, secure), name])];

export function cookieHeader(cookies: Cookies, secure: boolean): string | null {
  const pairs = NAMES.flatMap((name) => {
    const value = cookies[name];
    return value && VALUE.test(value) ? namesOf(name, secure).map((ours) => `${ours}=${value}`) : [];
  });
  return pairs.length > 0 ? pairs.join("; ") : null;
}

/** Null deletes a cookie; an absent key leaves it. Other cookies and attributes are ignored. */
export function readSetCookies(lines: string[], now: number): Partial<Cookies> {
  const found: Partial<Cookies> = {};
  for (const line of lines) {
    const [pair = "", ...attributes] = line.split(";");
    // Without a sign it is the value of a nameless cookie (RFC 6265bis section 5.6).
    if (!pair.includes("=")) continue;
    for (const name of NAMES) {
      const ours = namesOf(name, true).find((one) => pair.split("=")[0]?.trim() === one);
      if (!ours) continue;
      const value = parse(pair, ours)[ours];
      if (value === "" || isExpired(attributes, now)) found[name] = null;
      else if (value !== undefined && VALUE.test(value)) found[name] = value;
    }
  }
  return found;
}

/** Max-Age wins over Expires (RFC 6265 section 5.3). */
function isExpired(attributes: string[], now: number): boolean {
  const said = new Map(
    attributes.map((attribute) => {
      const [name = "", value = ""] = attribute.split("=");
      return [name.trim().toLowerCase(), value.trim()];
    }),
  );
  const maxAge = said.get("max-age");
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  const expires = Date.parse(said.get("expires") ?? "");
  return !Number.isNaN(expires) && expires <= now;
}

/** A token may have any form: the upstream made it. */
export function readUpstreamSession(request: Request): SessionToken | null {
  const value = readCookie(request, "session");
  // The mark of our own log-out is no session.
  if (value === null || !VALUE.test(value) || value.startsWith("out.")) return null;
  return readSession(request) ?? { memberId: "", token: value };
}

export function issueCookies({ session, locale, draft, discountcode }: Partial<Cookies>, secure: boolean): string[] {
  const lines: string[] = [];
  if (session !== undefined) lines.push(session === null ? endedSessionCookie(secure) : sessionCookie(session, secure));
  if (draft !== undefined) lines.push(draftCookie(draft, secure));
  if (isLanguage(locale)) lines.push(localeCookie(locale, secure));
  if (discountcode === null) lines.push(codeCookie(null, secure));
  return lines;
}
