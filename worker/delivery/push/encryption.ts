import { encryptNotification } from "@block65/webcrypto-web-push";
import { fromBase64url } from "#worker/platform/ids.ts";

/** RFC 8030 section 7.2: what a push service must accept, in bytes. */
export const MAX_BODY = 4096;
const SPACE = 0x20;

export interface SubscriberKeys {
  p256dh: string;
  auth: string;
}

/**
 * `aes128gcm` by RFC 8291. Spaces after the JSON, up to `size` bytes, hide its length. Rejects over 3,993 bytes.
 * The package's own padding makes 4,096 bytes of each message: Firefox on Android takes 3,070 (mozilla-services/autopush#748).
 */
export function encryptPush(json: string, { p256dh, auth }: SubscriberKeys, size = 0): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder().encode(json);
  const padded = new Uint8Array(Math.max(text.length, size)).fill(SPACE);
  padded.set(text);
  return encryptNotification(
    { endpoint: "", expirationTime: null, keys: { p256dh: unpadded(p256dh), auth: unpadded(auth) } },
    padded,
    { pad: false },
  );
}

/** False for 65 bytes that are no point on P-256. */
export async function isPushKey(p256dh: string): Promise<boolean> {
  const point = fromBase64url(unpadded(p256dh));
  try {
    if (point) await crypto.subtle.importKey("raw", point, { name: "ECDH", namedCurve: "P-256" }, false, []);
    return point !== null;
  } catch {
    return false;
  }
}

/** Browsers may pad their keys. */
const unpadded = (key: string) => key.replace(/=+$/, "");
