import { createHmac } from "node:crypto";
import { keyedBlake3 } from "#worker/lib/blake3.ts";
import { equalSecrets } from "#worker/lib/crypto.ts";
import { DAY } from "#worker/lib/durations.ts";
import { base64url } from "#worker/lib/ids.ts";

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
export function createMediaPaths(secret: string, viewer: string, now: number): (shown: Shown) => Record<Variant, string> {
  const day = Math.floor(now / DAY);
  let key: Uint8Array | undefined;
  return (shown) => {
    key ??= keyOf(secret, viewer, day);
    const signed = sign(key, shown);
    const path = (variant: Variant) => `${shown.key}.${variant}?d=${day}&o=${shown.owner}&s=${signatureOf(signed, variant)}`;
    return { full: path("full"), card: path("card"), thumb: path("thumb") };
  };
}

interface Link extends Shown {
  variant: Variant;
  day: number;
  signature: string;
}

export function isMediaLink(secret: string, { variant, day, signature, ...shown }: Link, viewer: string, now: number): boolean {
  // Yesterday's too: a page opened before midnight keeps its pictures.
  const age = Math.floor(now / DAY) - day;
  if (age !== 0 && age !== 1) return false;
  const signed = [() => sign(keyOf(secret, viewer, day), shown), () => formerSign(secret, shown, viewer, day)];
  return signed.some((make) => equalSecrets(signature, signatureOf(make(), variant)));
}

/** In characters: 132 bits. */
const LENGTH = 22;

/** Each variant has a part of its own, which tells nothing of the others. */
function signatureOf(signed: string, variant: Variant): string {
  const at = VARIANTS.indexOf(variant) * LENGTH;
  return signed.slice(at, at + LENGTH);
}

function keyOf(secret: string, viewer: string, day: number): Uint8Array {
  return createHmac("sha256", secret).update(["media links", viewer, day].join("\n")).digest();
}

const encoder = new TextEncoder();

// Synchronous, unlike WebCrypto: a page of 24 cards signs 24 photos. Decision 72.
function sign(key: Uint8Array, shown: Shown): string {
  return base64url(keyedBlake3(key, encoder.encode(`${shown.key}\n${shown.owner}`)));
}

/** For pages that were open during the upgrade from 0.2. */
function formerSign(secret: string, { key, owner }: Shown, viewer: string, day: number): string {
  return createHmac("sha512", secret).update([key, owner, viewer, day].join("\n")).digest("base64url");
}
