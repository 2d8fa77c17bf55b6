import { createHmac } from "node:crypto";
import { equalSecrets } from "../lib/crypto.ts";

/** Links are made for a day and honoured for two, so that a page opened before midnight keeps its pictures. */
const DAY = 24 * 3600 * 1000;
export type Variant = "full" | "thumb";

/** The viewer of links that are made for a visitor. */
export const VISITOR = "visitor";

/** What a link names: the object in R2, and the profile that shows it. */
export interface Shown {
  key: string;
  owner: string;
}

/**
 * The path of a photo below `/media/` for one viewer: `<key>.<variant>?d=<day>&o=<owner>&s=<signature>`. It stays the same
 * all day, so that browsers keep what they have, and is worth nothing to another session or for another photo. Whether
 * the viewer may still see the photo is asked when it is fetched: see standing.ts.
 */
export function mediaPath(secret: string, shown: Shown, variant: Variant, viewer: string, now: number): string {
  const day = Math.floor(now / DAY);
  return `${shown.key}.${variant}?d=${day}&o=${shown.owner}&s=${sign(secret, shown, variant, viewer, day)}`;
}

interface Link extends Shown {
  variant: string;
  day: number;
  signature: string;
}

/** Whether a link was made for this viewer, today or yesterday. */
export function isMediaLink(secret: string, { variant, day, signature, ...shown }: Link, viewer: string, now: number): boolean {
  const age = Math.floor(now / DAY) - day;
  return (age === 0 || age === 1) && equalSecrets(signature, sign(secret, shown, variant, viewer, day));
}

// Synchronous, unlike WebCrypto: a page of 24 cards signs 48 links.
function sign(secret: string, { key, owner }: Shown, variant: string, viewer: string, day: number): string {
  return createHmac("sha256", secret).update([key, owner, variant, viewer, day].join("\n")).digest("base64url").slice(0, 22);
}
