import { cleanName } from "#worker/people/identity/name.ts";

/** What a notice points at. `key` and `owner` name one picture, the others a member. */
export type Place = { key: string; owner: string } | { member: string } | { name: string };

const PICTURE = /([\w-]{8,})\.(?:full|card|thumb)\?(?:[^#]*&)?o=([\w-]{1,40})/;
const PROFILE = /\/(?:members|likes\/m)\/([\w-]{1,40})/;

/** Null for an address of another site, and for words. */
export function placeOf(where: string): Place | null {
  const [, key, owner] = PICTURE.exec(where) ?? [];
  if (key && owner) return { key, owner };
  const [, member] = PROFILE.exec(where) ?? [];
  if (member) return { member };
  return /^[\p{L}\p{Nd}_.-]{3,20}$/u.test(where) ? { name: cleanName(where) } : null;
}
