import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";

/** First letter of a link. Reset and reactivation share one; the account's state tells them apart. */
export const PREFIX = {
  activation: "a",
  mail_change: "m",
  mail_undo: "v",
  reset: "r",
  reactivation: "r",
  invite: "i",
  login: "l",
} as const;

/** Ms. An undo outlasts its change by a week. */
export const LIFETIME = {
  activation: 48 * HOUR,
  mail_change: 24 * HOUR,
  mail_undo: 8 * DAY,
  reset: 60 * MINUTE,
  reactivation: 14 * DAY,
  invite: 30 * DAY,
  /** For notification mails of every kind. */
  login: 3 * DAY,
} as const;

export type LinkKind = keyof typeof PREFIX;

const BODY = /^[A-Za-z0-9_-]{43}$/;

export function isLink(kind: LinkKind, text: string): boolean {
  return text[0] === PREFIX[kind] && BODY.test(text.slice(1));
}

/** A mail program cut the link off or joined it with the next word. Pages have no capitals; one half of a link in 200 has no digit. */
export function isBrokenLink(kind: LinkKind, text: string): boolean {
  const [body = ""] = /^[A-Za-z0-9_-]{23,79}/.exec(text.slice(1)) ?? [];
  return text[0] === PREFIX[kind] && !isLink(kind, text) && /[A-Z]/.test(body);
}
