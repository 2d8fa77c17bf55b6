import { fromBase64url } from "#worker/lib/ids.ts";

/** RFC 8030 section 7.2: what a push service must accept, in bytes. */
export const MAX_BODY = 4096;
/** Salt, record size, key length and key (RFC 8188 section 2.1). */
const HEADER = 16 + 4 + 1 + 65;
const RECORD_EXTRA = 1 + 16;
const MAX_TEXT = MAX_BODY - HEADER - RECORD_EXTRA;

const encoder = new TextEncoder();

export interface SubscriberKeys {
  p256dh: string;
  auth: string;
}

/** Used for one message only; a test passes the values of RFC 8291 appendix A. */
export interface OneTime {
  salt: Uint8Array<ArrayBuffer>;
  keys: CryptoKeyPair;
}

/** `aes128gcm` by RFC 8291. Padding with zeros to `size` bytes hides the text's length. Throws a RangeError over 4,096 bytes. */
export async function encryptPush(
  text: Uint8Array,
  { p256dh, auth }: SubscriberKeys,
  size = text.length,
  oneTime?: OneTime,
): Promise<Uint8Array<ArrayBuffer>> {
  const room = Math.max(text.length, size);
  if (room > MAX_TEXT) throw new RangeError("push message too long");
  const { salt, keys } = oneTime ?? (await newOneTime());
  const theirs = bytesOf(p256dh);
  const ours = new Uint8Array((await crypto.subtle.exportKey("raw", keys.publicKey)) as ArrayBuffer);
  const publicKey = await crypto.subtle.importKey("raw", theirs, ECDH, false, []);
  const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: publicKey }, keys.privateKey, 256);
  const secret = await hkdf(bytesOf(auth), shared, joined(encoder.encode("WebPush: info\0"), theirs, ours), 32);
  const [content, nonce] = await Promise.all([
    hkdf(salt, secret, encoder.encode("Content-Encoding: aes128gcm\0"), 16),
    hkdf(salt, secret, encoder.encode("Content-Encoding: nonce\0"), 12),
  ]);
  const key = await crypto.subtle.importKey("raw", content, "AES-GCM", false, ["encrypt"]);
  const record = new Uint8Array(room + 1);
  record.set(text);
  // Delimiter of the last record (RFC 8188 section 2).
  record[text.length] = 2;
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, record);
  const sizes = new Uint8Array(5);
  new DataView(sizes.buffer).setUint32(0, MAX_BODY);
  sizes[4] = ours.length;
  return joined(salt, sizes, ours, new Uint8Array(sealed));
}

/** False for 65 bytes that are no point on P-256. */
export async function isPushKey(p256dh: string): Promise<boolean> {
  try {
    await crypto.subtle.importKey("raw", bytesOf(p256dh), ECDH, false, []);
    return true;
  } catch {
    return false;
  }
}

const ECDH = { name: "ECDH", namedCurve: "P-256" };

async function newOneTime(): Promise<OneTime> {
  const keys = (await crypto.subtle.generateKey(ECDH, false, ["deriveBits"])) as CryptoKeyPair;
  return { salt: crypto.getRandomValues(new Uint8Array(16)), keys };
}

async function hkdf(salt: BufferSource, secret: BufferSource, info: BufferSource, bytes: number): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8);
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Browsers may pad their keys. */
function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64url(key.replace(/=+$/, ""));
  if (!bytes) throw new TypeError("push key is not base64url");
  return bytes;
}
