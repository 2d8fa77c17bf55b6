import { newSecret } from "#worker/platform/ids.ts";

/** 30 days, in seconds. */
export const SESSION_MAX_AGE = 30 * 24 * 3600;

export interface SessionToken {
  memberId: string;
  token: string;
}

// A token names its member, so that the member's object can verify it without D1.
const TOKEN = /^([0-9a-z]{20})\.([A-Za-z0-9_-]{43})$/;
/** Marker after a log-out: the device secret without its member. It opens nothing. */
const MARK = /^out\.([A-Za-z0-9_-]{43})$/;

export function newSessionToken(memberId: string): string {
  return `${memberId}.${newSecret(32)}`;
}

export function parseSessionToken(value: string): SessionToken | null {
  const found = TOKEN.exec(value);
  return found ? { memberId: found[1] as string, token: found[0] } : null;
}

export function deviceOf(value: string): string | null {
  return (TOKEN.exec(value)?.[2] ?? MARK.exec(value)?.[1]) || null;
}

/** Its hash is in the session history if the device ever had a session of this member. */
export function tokenOnDevice(memberId: string, device: string): string {
  return `${memberId}.${device}`;
}

export function loggedOutMark(device: string): string {
  return `out.${device}`;
}
