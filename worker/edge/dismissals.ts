import { serialize } from "hono/utils/cookie";

export const DISMISSIBLE = ["entry", "photo", "push", "notifications"] as const;
export type Dismissible = (typeof DISMISSIBLE)[number];

export type Dismissals = Partial<Record<Dismissible, number>>;

/** In seconds; the maximum that browsers allow. */
const MAX_AGE = 400 * 24 * 3600;
/** Age in ms: renewal makes the cookie end 400 days after the last visit, not the first. */
const RENEW_AFTER = 30 * 24 * 3600 * 1000;
const WRITTEN = "written";
/** `name-time`, the time in base-36 seconds. */
const ENTRY = /^([a-z_]{1,20})-([0-9a-z]{1,8})$/;

export function readDismissals(cookie: string | null): Dismissals {
  const times = readTimes(cookie);
  return Object.fromEntries(DISMISSIBLE.flatMap((name) => (times.has(name) ? [[name, times.get(name)]] : [])));
}

export function dismissedCookie(dismissals: Dismissals, now: number, secure: boolean): string {
  const times = Object.entries({ ...dismissals, [WRITTEN]: now });
  const value = times.map(([name, time]) => `${name}-${Math.floor(time / 1000).toString(36)}`).join(".");
  return serialize("dismissed", value, { path: "/", maxAge: MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
}

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
