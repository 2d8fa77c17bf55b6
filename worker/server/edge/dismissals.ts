import { serialize } from "hono/utils/cookie";
import { isSiteDismissal, type SiteDismissal } from "#worker/sites/notices/notices.vocabulary.ts";

export const DISMISSIBLE = ["entry", "photo", "push", "notifications"] as const;
export type Dismissible = (typeof DISMISSIBLE)[number];

export type Dismissals = Partial<Record<Dismissible | SiteDismissal, number>>;

/** In seconds; the maximum that browsers allow. */
const MAX_AGE = 400 * 24 * 3600;
/** Age in ms: renewal makes the cookie end 400 days after the last visit, not the first. */
const RENEW_AFTER = 30 * 24 * 3600 * 1000;
const WRITTEN = "written";
/** `name-time`, the time in base-36 seconds. */
const ENTRY = /^([a-z_]{1,20})-([0-9a-z]{1,8})$/;

export function readDismissals(cookie: string | null): Dismissals {
  return cookie === null ? {} : dismissalsOf(readTimes(cookie));
}

export function dismissedCookie(dismissals: Dismissals, now: number, secure: boolean): string {
  const times = Object.entries({ ...dismissals, [WRITTEN]: now });
  const value = times.map(([name, time]) => `${name}-${Math.floor(time / 1000).toString(36)}`).join(".");
  return serialize("dismissed", value, { path: "/", maxAge: MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}

export function renewedDismissals(cookie: string | null, now: number, secure: boolean): string | null {
  if (cookie === null) return null;
  const times = readTimes(cookie);
  const dismissals = dismissalsOf(times);
  if (Object.keys(dismissals).length === 0) return null;
  return now - (times.get(WRITTEN) ?? 0) > RENEW_AFTER ? dismissedCookie(dismissals, now, secure) : null;
}

function dismissalsOf(times: Map<string, number>): Dismissals {
  const found: Dismissals = {};
  for (const name of DISMISSIBLE) if (times.has(name)) found[name] = times.get(name);
  for (const [name, time] of times) if (isSiteDismissal(name)) found[name] = time;
  return found;
}

function readTimes(cookie: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const part of cookie.slice(0, 500).split(".")) {
    const [, name, time] = ENTRY.exec(part) ?? [];
    if (name && time) times.set(name, Number.parseInt(time, 36) * 1000);
  }
  return times;
}
