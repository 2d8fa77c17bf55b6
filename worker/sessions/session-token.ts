import { newSecret } from "../lib/ids.ts";

/** 30 days, in seconds. */
export const SESSION_MAX_AGE = 30 * 24 * 3600;

export interface SessionToken {
  memberId: string;
  token: string;
}

// A session token names its member, so that the member's object can vouch for it without D1.
const TOKEN = /^([0-9a-z]{20})\.([A-Za-z0-9_-]{43})$/;
/** What a log-out leaves behind: the token without its member. It opens nothing and names nobody. */
const MARK = /^out\.([A-Za-z0-9_-]{43})$/;

export function newSessionToken(memberId: string): string {
  return `${memberId}.${newSecret(32)}`;
}

/** The token of a cookie's value if it has the form of one; whether it is valid only the store knows. */
export function parseSessionToken(value: string): SessionToken | null {
  const found = TOKEN.exec(value);
  return found ? { memberId: found[1] as string, token: found[0] } : null;
}

/** The secret by which this browser held a session, now or before. With a member's id before it, it is a token again. */
export function deviceOf(value: string): string | null {
  return (TOKEN.exec(value)?.[2] ?? MARK.exec(value)?.[1]) || null;
}

/** The token that this device would have held as that member's: its hash is in the sessions if it ever did. */
export function tokenOnDevice(memberId: string, device: string): string {
  return `${memberId}.${device}`;
}

export function loggedOutMark(device: string): string {
  return `out.${device}`;
}
