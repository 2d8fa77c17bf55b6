import { fromBase64url } from "#worker/platform/ids.ts";

/** Seconds of a step, and digits of a code, as authenticator apps assume. */
const STEP = 30;
const DIGITS = 6;
/** Steps before and after the present one: clocks differ. */
const WINDOW = 1;
/** RFC 4226 section 4 recommends 160 bits. */
const SECRET_BYTES = 20;
/** RFC 4648 section 6. */
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** From at least as many random bytes, in base64url. */
export function totpSecret(random: string): string {
  return base32(fromBase64url(random)?.slice(0, SECRET_BYTES) ?? new Uint8Array());
}

export function stepAt(now: number): number {
  return Math.floor(now / 1000 / STEP);
}

/** RFC 6238 with SHA-1, the only hash that all apps know. */
export async function totpCode(secret: string, step: number, digits = DIGITS): Promise<string> {
  const key = await crypto.subtle.importKey("raw", fromBase32(secret), { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter.buffer));
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf;
  return String((mac.getUint32(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, "0");
}

/** The step whose code this is; null for none, and for a step at or before `last`. */
export async function acceptedStep(secret: string, code: string, now: number, last: number): Promise<number | null> {
  const present = stepAt(now);
  for (let step = present - WINDOW; step <= present + WINDOW; step++)
    if (step > last && (await totpCode(secret, step)) === code) return step;
  return null;
}

/** For an authenticator app. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

function base32(bytes: Uint8Array): string {
  let text = "";
  for (let bit = 0; bit < bytes.length * 8; bit += 5) {
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0);
    text += BASE32[(pair >> (11 - (bit & 7))) & 31];
  }
  return text;
}

function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  for (const [index, letter] of [...text].entries()) {
    const at = index * 5;
    const value = BASE32.indexOf(letter) << (11 - (at & 7));
    for (const [n, part] of [value >> 8, value & 0xff].entries()) {
      const byte = (at >> 3) + n;
      if (byte < bytes.length) bytes[byte] = (bytes[byte] as number) | part;
    }
  }
  return bytes;
}
