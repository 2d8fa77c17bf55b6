import { createHmac } from "node:crypto";
import { equalSecrets } from "#worker/lib/crypto.ts";

/** In ms; a link lasts two days, so that a page opened before midnight keeps its pictures. */
const DAY = 24 * 3600 * 1000;
export const VARIANTS = ["full", "card", "thumb"] as const;
export type Variant = (typeof VARIANTS)[number];

export const VISITOR = "visitor";

/** Keys of photos in chats: longer than any chance in a random key. */
export const CHAT_PHOTO_PREFIX = "chat-photo-";

export interface Shown {
  key: string;
  owner: string;
}

/** Stable for a day for browser caches, bound to one viewer and photo. photo-access.ts checks permission on fetch. */
export function mediaPath(secret: string, shown: Shown, variant: Variant, viewer: string, now: number): string {
  const day = Math.floor(now / DAY);
  return `${shown.key}.${variant}?d=${day}&o=${shown.owner}&s=${keptSign(secret, shown, variant, viewer, day)}`;
}

interface Link extends Shown {
  variant: string;
  day: number;
  signature: string;
}

export function isMediaLink(secret: string, { variant, day, signature, ...shown }: Link, viewer: string, now: number): boolean {
  const age = Math.floor(now / DAY) - day;
  return (age === 0 || age === 1) && equalSecrets(signature, sign(secret, shown, variant, viewer, day));
}

/** Visitors share their links. Those of members hold a session's token, which no map keeps. */
const signatures = new Map<string, string>();
const MOST_SIGNATURES = 10_000;

/** For links of pages only: a map filled by what a request names would grow by forged links. */
function keptSign(secret: string, shown: Shown, variant: string, viewer: string, day: number): string {
  if (viewer !== VISITOR) return sign(secret, shown, variant, viewer, day);
  const name = [secret, shown.key, shown.owner, variant, day].join("\n");
  const signature = signatures.get(name) ?? sign(secret, shown, variant, viewer, day);
  signatures.set(name, signature);
  if (signatures.size > MOST_SIGNATURES) signatures.delete(signatures.keys().next().value as string);
  return signature;
}

// Synchronous, unlike WebCrypto: a page of 24 cards signs 72 links.
function sign(secret: string, { key, owner }: Shown, variant: string, viewer: string, day: number): string {
  const signed = [key, owner, variant, viewer, day].join("\n");
  return createHmac("sha256", secret).update(signed).digest("base64url").slice(0, 22);
}
