import { serialize } from "hono/utils/cookie";

/** What somebody may wave away for good on a device: by these names a form says which. */
export const DISMISSIBLE = ["entry", "photo", "push", "notifications"] as const;
export type Dismissible = (typeof DISMISSIBLE)[number];

/** When each was waved away, in ms. */
export type Dismissals = Partial<Record<Dismissible, number>>;

/** The longest that browsers keep a cookie, in seconds. */
const MAX_AGE = 400 * 24 * 3600;
/** A cookie older than this (ms) is given out anew, so that it ends 400 days after the last visit and not after the first. */
const RENEW_AFTER = 30 * 24 * 3600 * 1000;
/** The name under which the cookie itself says when it was written. */
const WRITTEN = "written";
/** `name-time` in seconds to base 36. */
const ENTRY = /^([a-z_]{1,20})-([0-9a-z]{1,8})$/;

/** What the cookie holds; names that nobody knows (any more) and whatever else stands in it are passed over. */
export function readDismissals(cookie: string | null): Dismissals {
  const times = readTimes(cookie);
  return Object.fromEntries(DISMISSIBLE.flatMap((name) => (times.has(name) ? [[name, times.get(name)]] : [])));
}

/** The `Set-Cookie` line that keeps them. No script reads it. */
export function dismissedCookie(dismissals: Dismissals, now: number, secure: boolean): string {
  const times = Object.entries({ ...dismissals, [WRITTEN]: now });
  const value = times.map(([name, time]) => `${name}-${Math.floor(time / 1000).toString(36)}`).join(".");
  return serialize("dismissed", value, { path: "/", maxAge: MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}

/** The line that prolongs a cookie which has become old; null where there is nothing to prolong. */
export function renewedDismissals(cookie: string | null, now: number, secure: boolean): string | null {
  const dismissals = readDismissals(cookie);
  if (Object.keys(dismissals).length === 0) return null;
  const written = readTimes(cookie).get(WRITTEN) ?? 0;
  return now - written > RENEW_AFTER ? dismissedCookie(dismissals, now, secure) : null;
}

function readTimes(cookie: string | null): Map<string, number> {
  const times = new Map<string, number>();
  for (const part of (cookie ?? "").slice(0, 500).split(".")) {
    const [, name, time] = ENTRY.exec(part) ?? [];
    if (name && time) times.set(name, Number.parseInt(time, 36) * 1000);
  }
  return times;
}
