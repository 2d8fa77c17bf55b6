import { createHmac } from "node:crypto";
import { equalSecrets } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";

export const VARIANTS = ["full", "card", "thumb"] as const;
export type Variant = (typeof VARIANTS)[number];

export const VISITOR = "visitor";

/** Keys of photos in chats: longer than any chance in a random key. */
export const CHAT_PHOTO_PREFIX = "chat-photo-";
/** Keys of spoken answers. */
export const VOICE_ANSWER_PREFIX = "voice-answer-";

export interface Shown {
  key: string;
  owner: string;
}

/** A signature made before, and its day. */
export interface CachedLink {
  day: number | null;
  signed: string;
}

/** Stable for a day for browser caches, bound to one viewer and photo. photo-access.ts checks permission on fetch. */
export function mediaPaths(
  secret: string,
  shown: Shown,
  viewer: string,
  now: number,
  cached: CachedLink = { day: null, signed: "" },
): Record<Variant, string> {
  const day = Math.floor(now / DAY);
  if (cached.day !== day) Object.assign(cached, { day, signed: sign(secret, shown, viewer, day) });
  const path = (variant: Variant) => `${shown.key}.${variant}?d=${day}&o=${shown.owner}&s=${signatureOf(cached.signed, variant)}`;
  return { full: path("full"), card: path("card"), thumb: path("thumb") };
}

interface Link extends Shown {
  variant: Variant;
  day: number;
  signature: string;
}

export function isMediaLink(secret: string, { variant, day, signature, ...shown }: Link, viewer: string, now: number): boolean {
  // Yesterday's too: a page opened before midnight keeps its pictures.
  const age = Math.floor(now / DAY) - day;
  return (age === 0 || age === 1) && equalSecrets(signature, signatureOf(sign(secret, shown, viewer, day), variant));
}

/** In characters: 132 bits. */
const LENGTH = 22;

/** Each variant has a part of its own, which tells nothing of the others. */
function signatureOf(signed: string, variant: Variant): string {
  const at = VARIANTS.indexOf(variant) * LENGTH;
  return signed.slice(at, at + LENGTH);
}

// Synchronous, unlike WebCrypto: a page of 24 cards signs 24 photos.
function sign(secret: string, { key, owner }: Shown, viewer: string, day: number): string {
  return createHmac("sha512", secret).update([key, owner, viewer, day].join("\n")).digest("base64url");
}
