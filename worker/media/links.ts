import { createHmac } from "node:crypto";
import { equalSecrets } from "../lib/crypto.ts";

/** Links are made for a day and honoured for two, so that a page opened before midnight keeps its pictures. */
const DAY = 24 * 3600 * 1000;
export type Variant = "full" | "thumb";

/**
 * The path of a photo below `/media/` for one viewer: `<key>.<variant>?d=<day>&s=<signature>`.
 * It is worth nothing to another session, on another day, or for another key.
 */
export function mediaPath(secret: string, key: string, variant: Variant, viewer: string, now: number): string {
  const day = Math.floor(now / DAY);
  return `${key}.${variant}?d=${day}&s=${sign(secret, key, variant, viewer, day)}`;
}

/** Whether a link was made for this viewer, today or yesterday. */
export function isMediaLink(
  secret: string,
  key: string,
  variant: string,
  viewer: string,
  day: number,
  signature: string,
  now: number,
): boolean {
  const age = Math.floor(now / DAY) - day;
  return (age === 0 || age === 1) && equalSecrets(signature, sign(secret, key, variant, viewer, day));
}

// Synchronous, unlike WebCrypto: a page of 24 cards signs 48 links.
function sign(secret: string, key: string, variant: string, viewer: string, day: number): string {
  return createHmac("sha256", secret).update(`${key}\n${variant}\n${viewer}\n${day}`).digest("base64url").slice(0, 22);
}
